"""The project's own renderer: table scenes with known truth, numpy and OpenCV only.

Training pictures, demo pictures and test pictures come from here. A die is ray
traced as a rounded cube (true perspective, normals, drilled pips), everything else
is painted; a scene of ten dice takes some tens of milliseconds on one core.
"""
