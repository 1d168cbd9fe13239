def send(to):
    return len(to)
