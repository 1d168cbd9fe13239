from Crypto.PublicKey import ECC, ElGamal
from cryptography.hazmat.primitives.asymmetric import dh, dsa, ec

weak = ec.generate_private_key(ec.SECP192R1())  # expect: weak-cipher
sound = ec.generate_private_key(ec.SECP256R1())  # ok: weak-cipher
other = ECC.generate(curve="secp192r1")  # expect: weak-cipher
best = ECC.generate(curve="P-384")  # ok: weak-cipher
short = dsa.generate_private_key(1024)  # expect: weak-cipher
long = dsa.generate_private_key(3072)  # ok: weak-cipher
parameters = dh.generate_parameters(2, 1024)  # expect: weak-cipher
better = dh.generate_parameters(2, 2048)  # ok: weak-cipher
old = ElGamal.generate(1024, None)  # expect: weak-cipher
