# SPDX-License-Identifier: BSD-3-Clause
"""What the package raises."""
from __future__ import annotations


class Error(Exception):
    """Base of what the engine raises: one sentence that names the element and the remedy.

    message : what is wrong and what to do
    element : what it is about, "joint 'hinge'"; "" if it is no single one
    file    : "" if there is none
    place   : in the file, "/bodies/3/mass" or "line 12"; "" for the whole file
    """

    message: str
    element: str
    file: str
    place: str

    def __init__(self, message: str, element: str = "", file: str = "", place: str = "") -> None:
        super().__init__(message, element, file, place)
        self.message, self.element, self.file, self.place = message, element, file, place

    def __str__(self) -> str:
        return self.message


class ModelError(Error):
    """The model is wrong: an impossible inertia, an unknown body, contradicting constraints."""


class FileError(Error):
    """A file cannot be read or written; the message starts with the path inside the file."""


class SolverError(Error):
    """The computation cannot go on: step below minimum, singular position, non-finite force."""


for _class in (Error, ModelError, FileError, SolverError):
    _class.__module__ = "trunnion"
