"""The compiled core of guobiao: numbers in, numbers out."""
