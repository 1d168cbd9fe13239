import sys

import requests

# A script's own folder is looked into before the libraries are.
if __name__ == "__main__":
    requests.get(sys.argv[1])
