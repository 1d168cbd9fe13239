pages = {}
