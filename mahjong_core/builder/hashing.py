"""Two-level displacement hashes: a key finds its slot with one
multiplication and one small look-up.

``hash = key * multiplier`` (64 bits); the top ``bucket_bits`` name a bucket,
``slot = (hash >> shift) + displacement[bucket]`` modulo the number of slots. Keys of one bucket
keep their distances, so a bucket is placed as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_MULTIPLIERS = (
    0x9E3779B97F4A7C15,
    0xD6E8FEB86659FD93,
    0xA0761D6478BD642F,
    0xE7037ED1A0B428DB,
    0x8EBC6AF09C88C6E3,
)


@dataclass(frozen=True, slots=True)
class PerfectHash:
    """A hash without collisions among its keys. Any other key gets some slot too."""

    multiplier: int
    bucket_bits: int
    slot_bits: int
    displacements: tuple[int, ...]

    @property
    def shift(self) -> int:
        """How far the hash is shifted for the slot."""
        return 64 - self.bucket_bits - self.slot_bits

    def slot(self, key: int) -> int:
        """The slot of ``key``."""
        bucket, position = _place(key, self.multiplier, self.bucket_bits, self.shift)
        return (position + self.displacements[bucket]) & ((1 << self.slot_bits) - 1)


def _place(key: int, multiplier: int, bucket_bits: int, shift: int) -> tuple[int, int]:
    hashed = (key * multiplier) & 0xFFFF_FFFF_FFFF_FFFF
    return hashed >> (64 - bucket_bits), hashed >> shift


def find(keys: Iterable[int], bucket_bits: int, slot_bits: int) -> PerfectHash:
    """A perfect hash of ``keys`` with 2**slot_bits slots.

    Raises RuntimeError if no multiplier of the list gives one.
    """
    listed = list(keys)
    for multiplier in _MULTIPLIERS:
        displacements = _displacements(listed, multiplier, bucket_bits, slot_bits)
        if displacements is not None:
            return PerfectHash(multiplier, bucket_bits, slot_bits, displacements)
    raise RuntimeError(f"no perfect hash of {len(listed)} keys with {slot_bits} bits")


def _displacements(
    keys: list[int], multiplier: int, bucket_bits: int, slot_bits: int
) -> tuple[int, ...] | None:
    """Buckets placed largest first, each at the first displacement where all its slots are free."""
    mask = (1 << slot_bits) - 1
    buckets: list[list[int]] = [[] for _ in range(1 << bucket_bits)]
    for key in keys:
        bucket, position = _place(key, multiplier, bucket_bits, 64 - bucket_bits - slot_bits)
        buckets[bucket].append(position & mask)
    taken = bytearray(1 << slot_bits)
    displacements = [0] * len(buckets)
    for index in sorted(range(len(buckets)), key=lambda i: -len(buckets[i])):
        positions = buckets[index]
        if len(set(positions)) < len(positions):
            return None
        for displacement in range(1 << slot_bits):
            slots = [(position + displacement) & mask for position in positions]
            if not any(taken[slot] for slot in slots):
                break
        else:
            return None
        for slot in slots:
            taken[slot] = 1
        displacements[index] = displacement
    return tuple(displacements)
