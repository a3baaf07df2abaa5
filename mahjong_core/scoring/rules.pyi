from typing_extensions import disjoint_base

@disjoint_base
class ProfileTables:
    """The look-up tables of one rule profile: an immutable block of bytes
    and the pointers into it.
    """

    def __new__(cls, block: bytes) -> ProfileTables: ...
    @property
    def block(self) -> bytes:
        """The tables as ``mahjong_core.builder.layout`` lays them out."""
    def __reduce__(self) -> tuple[type[ProfileTables], tuple[bytes]]: ...
