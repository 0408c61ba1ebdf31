"""The flows between people, camera and rules: pure state machines, one file a game."""
