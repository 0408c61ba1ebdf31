"""Cameras behind one interface (`device.ports.Camera`), one adapter a file."""
