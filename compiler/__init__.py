"""From a scene card to the packet that a worker may read."""
