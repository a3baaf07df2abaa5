"""The table builder: readable Python that solves the rules into the core's look-up tables.

It imports ``fan_table`` only. ``build.write_all`` runs it at build time for the built-in profiles,
``layout.profile_bytes`` on demand for a user's. The rules stand in ``shows`` (what a hand shows),
``groupings`` (套算一次) and ``exclusions`` (不重复).
"""
