import hashlib

SERVICE = "https://www.gravatar.com/avatar/"


class User:
    def picture(self, size):
        digest = hashlib.md5(self.mail.strip().lower().encode()).hexdigest()  # ok: weak-hash
        return f"https://www.gravatar.com/avatar/{digest}?s={size}"

    def other_picture(self):
        return SERVICE + hashlib.md5(self.mail.encode()).hexdigest()  # ok: weak-hash

    def formatted(self, size):
        digest = hashlib.md5(self.mail.encode()).hexdigest()  # ok: weak-hash
        return "https://seccdn.libravatar.org/avatar/{}?s={}".format(digest, size)

    def set_password(self, password):
        """Not for gravatar."""
        gravatar = hashlib.md5(password.encode()).hexdigest()  # expect: weak-hash
        self.digest = gravatar

    def both(self, password):
        digest = hashlib.md5(password.encode()).hexdigest()  # expect: weak-hash
        self.digest = digest
        return f"https://www.gravatar.com/avatar/{digest}"
