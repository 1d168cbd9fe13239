import pickle


def decode(data):
    return pickle.loads(data)  # ok: unsafe-deserialization
