"""The canon as a graph: its values, its statements, and every way to read or change it. Alone in knowing Neo4j."""
