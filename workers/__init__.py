"""The workers: one small module each, a contract and a prompt."""
