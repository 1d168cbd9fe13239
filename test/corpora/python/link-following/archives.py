import os
import tarfile
ROOT = "/srv/unpacked"


def is_within(directory, target):
    base = os.path.realpath(directory)
    return os.path.commonpath([base, os.path.realpath(target)]) == base


def names_only(archive):
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            if not is_within(ROOT, os.path.join(ROOT, member.name)):
                raise ValueError(member.name)
            tar.extract(member, ROOT)  # expect: link-following


def links_too(archive):
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            if not is_within(ROOT, os.path.join(ROOT, member.name)):
                raise ValueError(member.name)
            if member.issym() or member.islnk():
                continue
            tar.extract(member, ROOT)  # ok: link-following


def files_only(archive):
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            if not member.isfile() or not is_within(ROOT, os.path.join(ROOT, member.name)):
                continue
            tar.extract(member, ROOT)  # ok: link-following


def filtered(archive):
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            tar.extract(member, ROOT, filter="data")  # ok: link-following


def safe_members(tar):
    for member in tar.getmembers():
        if is_within(ROOT, os.path.join(ROOT, member.name)):
            yield member


def safer_members(tar):
    for member in tar.getmembers():
        if member.isreg() and is_within(ROOT, os.path.join(ROOT, member.name)):
            yield member


def generated(archive):
    with tarfile.open(archive) as tar:
        tar.extractall(ROOT, members=safe_members(tar))  # expect: link-following
        tar.extractall(ROOT, members=safer_members(tar))  # ok: link-following
        tar.extractall(ROOT, members=safe_members(tar), filter="data")  # ok: link-following
