"""The doors to the canon. Nothing here would be true without the packages below it."""
