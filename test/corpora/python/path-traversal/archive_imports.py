"""Archives that are unpacked whole."""

import sys
import tarfile


def unpack(name, folder):
    with tarfile.open(name) as archive:
        archive.extractall(folder, members=archive)  # expect: path-traversal


def unpack_all(name, folder):
    with tarfile.open(name) as archive:
        archive.extractall(folder, members=None)  # expect: path-traversal
        archive.extractall(folder, members=archive.getmembers())  # expect: path-traversal
        archive.extractall(folder, members=archive.getmembers(), filter="tar")  # ok: path-traversal
        small = [member for member in archive.getmembers() if member.isfile() and "/" not in member.name]
        archive.extractall(folder, members=small)  # ok: path-traversal


def unpack_trusting(name, folder):
    with tarfile.open(name) as archive:
        archive.extractall(folder, filter="fully_trusted")  # expect: path-traversal


def unpack_as_ever(name, folder):
    with tarfile.open(name) as archive:
        archive.extractall(folder, filter=None)  # expect: path-traversal


def unpack_checked(name, folder):
    with tarfile.open(name) as archive:
        archive.extractall(folder, filter="data")  # ok: path-traversal
        archive.extractall(folder, members=archive, filter="data")  # ok: path-traversal
        archive.extractall(folder, members=listed(archive))  # ok: path-traversal


def unpack_one_by_one(name, folder):
    with tarfile.open(name) as archive:
        for member in archive:
            with open(folder + "/" + member.name, "wb") as out:  # expect: path-traversal
                out.write(archive.extractfile(member).read())
        for member in archive:
            archive.extract(member, folder, filter="fully_trusted")  # expect: path-traversal
            archive.extract(member, folder, filter="data")  # ok: path-traversal


def unpack_named(name, folder):
    with tarfile.open(name) as archive:
        for member in archive:
            if ".." in member.name or member.name.startswith("/"):
                continue
            with open(folder + "/" + member.name, "wb") as out:  # ok: path-traversal
                out.write(archive.extractfile(member).read())


def listed(archive):
    for member in archive:
        if member.isfile() and "/" not in member.name:
            yield member


if __name__ == "__main__":
    unpack_checked(sys.argv[1], "/srv/imports")
