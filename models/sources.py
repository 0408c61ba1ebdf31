"""Which photo source may be used for what; split by source, never by photo."""

#: Seen in training (both nets).
TRAIN_SOURCES = ("nell", "n3trays", "epanemu")
#: Never trained on; thresholds and calibration are chosen here.
CHOOSE_SOURCES = ("matteop65", "skovy")
#: Never trained on, never chosen on; only measured.
TEST_SOURCES = ("damiantab", "kamilp", "kimble")
