"""The page: the table in a browser, for phones and the TV of the house.

Everyone on the local network may look; only a browser that was paired with the code on
the device's display may act. It loads nothing from elsewhere.
"""
