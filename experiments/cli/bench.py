"""stub"""


def command() -> None:
    """x"""
