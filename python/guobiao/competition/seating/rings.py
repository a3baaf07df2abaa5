"""Finite rings in which 0, 1, 2 and 3 can be told apart by what they multiply: the finite fields of
four and more elements, and their products.

An element is a number. In a field of ``p ** k`` elements its digits to the base p are the
coefficients of a polynomial; in a product its digits are the elements of the fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

__all__ = ["Field", "Ring", "ring_of"]


@dataclass(frozen=True, slots=True)
class Field:
    """The field of ``prime ** degree`` elements; ``modulus``: the coefficients, lowest first, of
    the polynomial that is 0 in it, without its highest one, which is 1.
    """

    prime: int
    modulus: tuple[int, ...]

    @property
    def size(self) -> int:
        return int(self.prime ** len(self.modulus))

    def add(self, one: int, other: int) -> int:
        total, worth = 0, 1
        while one or other:
            total += (one + other) % self.prime * worth
            one, other, worth = one // self.prime, other // self.prime, worth * self.prime
        return total

    def times(self, one: int, other: int) -> int:
        """Digit by digit: the sum of the ``other`` multiplied by powers of x."""
        total = 0
        while one:
            for _ in range(one % self.prime):
                total = self.add(total, other)
            one, other = one // self.prime, self._times_x(other)
        return total

    def _times_x(self, number: int) -> int:
        highest, rest = divmod(number, self.size // self.prime)
        taken = sum(
            -highest * digit % self.prime * self.prime**place
            for place, digit in enumerate(self.modulus)
        )
        return self.add(rest * self.prime, taken)


@dataclass(frozen=True, slots=True)
class Ring:
    """The product of fields."""

    fields: tuple[Field, ...]

    @property
    def size(self) -> int:
        size = 1
        for field in self.fields:
            size *= field.size
        return size

    @property
    def smallest(self) -> int:
        """Of how many elements its smallest field is."""
        return min((field.size for field in self.fields), default=1)

    def digits(self, number: int) -> Iterator[int]:
        for field in self.fields:
            number, digit = divmod(number, field.size)
            yield digit

    def number(self, digits: list[int]) -> int:
        total = 0
        for field, digit in zip(reversed(self.fields), reversed(digits)):
            total = total * field.size + digit
        return total

    def add(self, one: int, other: int) -> int:
        pairs = zip(self.fields, self.digits(one), self.digits(other))
        return self.number([field.add(a, b) for field, a, b in pairs])

    def multiples(self, times: int) -> list[int]:
        """Each element multiplied by the one that is ``times`` in every field."""
        return [
            self.number([f.times(times, d) for f, d in zip(self.fields, self.digits(element))])
            for element in range(self.size)
        ]


@cache
def ring_of(size: int) -> Ring | None:
    """The ring with so many elements; None if one of its fields would have two or three."""
    powers = [*_prime_powers(size)]
    if any(prime**degree < 4 for prime, degree in powers):
        return None
    return Ring(tuple(Field(prime, _modulus(prime, degree)) for prime, degree in powers))


def _prime_powers(number: int) -> Iterator[tuple[int, int]]:
    prime = 2
    while number > 1:
        degree = 0
        while number % prime == 0:
            number, degree = number // prime, degree + 1
        if degree:
            yield prime, degree
        prime += 1


def _modulus(prime: int, degree: int) -> tuple[int, ...]:
    """The first polynomial with which every element but 0 has an inverse."""
    if degree == 1:
        return (0,)
    for digits in product(range(prime), repeat=degree):
        field = Field(prime, digits)
        if all(_has_inverse(field, element) for element in range(2, field.size)):
            return digits
    raise AssertionError("there is a field for each power of a prime")


def _has_inverse(field: Field, element: int) -> bool:
    power = element
    for _ in range(field.size):
        if power in (0, 1):
            return power == 1
        power = field.times(power, element)
    return False
