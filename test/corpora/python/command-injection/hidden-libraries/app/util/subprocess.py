def run(command):
    return len(command)
