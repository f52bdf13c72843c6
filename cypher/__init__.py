"""Every statement the program runs, one `.cypher` file each. Data only: `graph.statements` reads it."""
