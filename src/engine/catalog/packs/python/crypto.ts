import { definePack } from '../../pack.ts';
import { constants, constantText, makes, members, misuses, neutral, sanitizers } from './rows.ts';

const weakHash =
  'MD5 and SHA-1 are broken: another text with the same digest can be made. Use SHA-256 or later; for passwords bcrypt, scrypt or Argon2.';
const notForSecurity = { input: 'Argument[usedforsecurity]', is: [false], not: true };
const weakName = { matches: '^(?:md[245]|sha-?1|ripemd160|rmd160)$', ignoreCase: true };
const pycrypto = ['Crypto', 'Cryptodome'];

export const crypto = definePack({
  id: 'python/crypto',
  languages: ['python'],
  title: 'Hashes, ciphers and keys',
  provenance:
    'Python library documentation: hashlib, hmac, secrets; pyca/cryptography, PyCryptodome, passlib documentation',
  rows: [
    ...misuses('weak-hash', weakHash, ['hashlib.md5', 'hashlib.sha1', 'hashlib.md4'], {
      when: [notForSecurity],
    }),
    ...misuses('weak-hash', weakHash, ['hashlib.new'], {
      when: [{ input: 'Argument[0]|Argument[name]', ...weakName }, notForSecurity],
    }),
    ...misuses('weak-hash', weakHash, [
      'md5.new',
      'md5.md5',
      'sha.new',
      ...pycrypto.flatMap((module) =>
        members(`${module}.Hash`, 'MD2.new MD4.new MD5.new SHA.new SHA1.new RIPEMD.new'),
      ),
    ]),
    ...misuses(
      'weak-hash',
      weakHash,
      ['cryptography.hazmat.primitives.hashes.MD5', 'cryptography.hazmat.primitives.hashes.SHA1'],
      { confidence: 60 },
    ),
    ...misuses(
      'weak-hash',
      'This scheme is too fast to protect passwords. Use bcrypt, scrypt or Argon2.',
      [
        'passlib.hash.md5_crypt.hash',
        'passlib.hash.des_crypt.hash',
        'passlib.hash.ldap_md5.hash',
        'passlib.hash.ldap_sha1.hash',
        'passlib.hash.hex_md5.hash',
        'passlib.hash.hex_sha1.hash',
        'passlib.hash.lmhash.hash',
        'passlib.hash.nthash.hash',
        'passlib.hash.mysql323.hash',
        'crypt.crypt',
      ],
      { variant: 'password' },
    ),
    ...misuses(
      'weak-hash',
      'Too few rounds to protect a password: today at least 600,000 with SHA-256.',
      ['hashlib.pbkdf2_hmac'],
      { when: [{ input: 'Argument[3]|Argument[iterations]', lessThan: 100_000 }], variant: 'rounds' },
    ),
    ...misuses('weak-hash', weakHash, ['hashlib.pbkdf2_hmac'], {
      when: [{ input: 'Argument[0]|Argument[hash_name]', is: ['md5'], ignoreCase: true }],
    }),

    ...misuses(
      'weak-cipher',
      'This cipher is broken or its blocks are too short. Use AES-GCM or ChaCha20-Poly1305.',
      [
        ...pycrypto.flatMap((module) =>
          members(`${module}.Cipher`, 'DES.new DES3.new ARC2.new ARC4.new Blowfish.new CAST.new XOR.new'),
        ),
        ...members(
          'cryptography.hazmat.primitives.ciphers.algorithms',
          'ARC4 Blowfish IDEA CAST5 SEED TripleDES',
        ),
        ...members(
          'cryptography.hazmat.decrepit.ciphers.algorithms',
          'ARC4 Blowfish IDEA CAST5 SEED TripleDES RC2',
        ),
        'pyDes.des',
        'pyDes.triple_des',
      ],
    ),
    ...misuses(
      'weak-cipher',
      'ECB encrypts equal blocks equally, so the structure of the data shows. Use AES-GCM.',
      ['cryptography.hazmat.primitives.ciphers.modes.ECB'],
      { variant: 'mode' },
    ),
    ...misuses(
      'weak-cipher',
      'ECB encrypts equal blocks equally, so the structure of the data shows. Use AES-GCM.',
      pycrypto.map((module) => `${module}.Cipher.AES.new`),
      { when: [{ input: 'Argument[1]|Argument[mode]', is: [1] }], variant: 'mode' },
    ),
    ...constants(
      1,
      pycrypto.map((module) => `${module}.Cipher.AES.MODE_ECB`),
    ),
    ...misuses(
      'weak-cipher',
      'RSA keys below 2048 bits can be factored.',
      pycrypto.flatMap((module) => members(`${module}.PublicKey`, 'RSA.generate DSA.generate')),
      { when: [{ input: 'Argument[0]|Argument[bits]', lessThan: 2048 }], variant: 'key-size' },
    ),
    ...misuses(
      'weak-cipher',
      'RSA and DSA keys below 2048 bits can be broken.',
      [
        'cryptography.hazmat.primitives.asymmetric.rsa.generate_private_key',
        'cryptography.hazmat.primitives.asymmetric.dsa.generate_private_key',
      ],
      { when: [{ input: 'Argument[key_size]', lessThan: 2048 }], variant: 'key-size' },
    ),
    ...misuses(
      'weak-cipher',
      'RSA keys below 2048 bits can be factored.',
      ['cryptography.hazmat.primitives.asymmetric.rsa.generate_private_key'],
      { when: [{ input: 'Argument[1]', lessThan: 2048 }], variant: 'key-size' },
    ),
    ...misuses(
      'weak-cipher',
      'Keys below 2048 bits can be broken.',
      [
        'cryptography.hazmat.primitives.asymmetric.dsa.generate_private_key',
        ...pycrypto.map((module) => `${module}.PublicKey.ElGamal.generate`),
      ],
      { when: [{ input: 'Argument[0]', lessThan: 2048 }], variant: 'key-size' },
    ),
    ...misuses(
      'weak-cipher',
      'Keys below 2048 bits can be broken.',
      [
        'cryptography.hazmat.primitives.asymmetric.dh.generate_parameters',
        'OpenSSL.crypto.PKey.generate_key',
      ],
      {
        when: [{ input: 'Argument[1]|Argument[key_size]|Argument[bits]', lessThan: 2048 }],
        variant: 'key-size',
      },
    ),
    ...makes('OpenSSL.crypto.PKey', ['OpenSSL.crypto.PKey']),
    ...misuses(
      'weak-cipher',
      'Keys on this curve can be broken. Use SECP256R1 or a longer one.',
      members('cryptography.hazmat.primitives.asymmetric.ec', 'SECP192R1 SECT163K1 SECT163R2'),
      { variant: 'key-size' },
    ),
    ...misuses(
      'weak-cipher',
      'Keys on this curve can be broken. Use P-256 or a longer one.',
      pycrypto.map((module) => `${module}.PublicKey.ECC.generate`),
      {
        when: [{ input: 'Argument[curve]', matches: '^(?:(?:NIST )?P-?192|p192|prime192v1|secp192r1)$' }],
        variant: 'key-size',
      },
    ),

    ...misuses(
      'weak-cipher',
      'The initialisation vector is always the same, so equal texts look equal when encrypted.',
      [...pycrypto.flatMap((module) => members(`${module}.Cipher`, 'AES.new DES.new DES3.new Blowfish.new'))],
      {
        when: [{ input: 'Argument[2]|Argument[iv]|Argument[IV]|Argument[nonce]', matches: '^[\\s\\S]{8,}$' }],
        variant: 'fixed-iv',
      },
    ),
    ...misuses(
      'weak-cipher',
      'The initialisation vector is always the same, so equal texts look equal when encrypted.',
      members('cryptography.hazmat.primitives.ciphers.modes', 'CBC CFB CFB8 OFB CTR GCM'),
      { when: [{ input: 'Argument[0]', matches: '^[\\s\\S]{8,}$' }], variant: 'fixed-iv' },
    ),
    ...misuses(
      'hard-coded-secret',
      'The key is written into the code: everyone who can read it can decrypt. Load it from the environment or a secret store.',
      [
        'cryptography.fernet.Fernet',
        ...pycrypto.flatMap((module) =>
          members(`${module}.Cipher`, 'AES.new DES.new DES3.new ARC4.new Blowfish.new'),
        ),
        ...members(
          'cryptography.hazmat.primitives.ciphers.algorithms',
          'AES TripleDES ARC4 Blowfish ChaCha20',
        ),
        ...members('cryptography.hazmat.primitives.ciphers.aead', 'AESGCM ChaCha20Poly1305 AESCCM'),
      ],
      { when: [constantText('Argument[0]|Argument[key]')], variant: 'key' },
    ),
    ...misuses(
      'hard-coded-secret',
      'The key is written into the code: everyone who can read it can forge signatures. Load it from the environment or a secret store.',
      [
        'hmac.new',
        'hmac.digest',
        'itsdangerous.URLSafeTimedSerializer',
        'itsdangerous.URLSafeSerializer',
        'itsdangerous.TimestampSigner',
        'itsdangerous.Signer',
        'itsdangerous.Serializer',
      ],
      { when: [constantText('Argument[0]|Argument[key]|Argument[secret_key]')], variant: 'key' },
    ),

    ...misuses(
      'weak-cipher',
      'The initialization vector is always the same, so equal texts are encrypted equally. Take a random one for each message.',
      members('cryptography.hazmat.primitives.ciphers.modes', 'CBC CTR GCM OFB CFB'),
      { when: [{ input: 'Argument[0]', matches: '^[\\s\\S]+$' }], variant: 'iv' },
    ),
    ...misuses(
      'weak-hash',
      'The salt is always the same, so equal passwords have equal digests and one table breaks them all. Take a random one for each password.',
      ['hashlib.pbkdf2_hmac'],
      { when: [{ input: 'Argument[2]|Argument[salt]', matches: '^[\\s\\S]+$' }], variant: 'salt' },
    ),
    // A digest says nothing about the text it is of.
    ...sanitizers(
      ['*'],
      [
        'bcrypt.hashpw',
        'werkzeug.security.generate_password_hash',
        'django.contrib.auth.hashers.make_password',
        'hashlib.pbkdf2_hmac',
        'hashlib.scrypt',
        'crypt.crypt',
      ],
      { input: 'Argument[0]' },
    ),
    ...neutral([
      ...members('*', 'hexdigest digest'),
      'werkzeug.security.check_password_hash',
      'django.contrib.auth.hashers.check_password',
      'hmac.compare_digest',
      'secrets.compare_digest',
      'bcrypt.checkpw',
      'zlib.crc32',
      'binascii.crc32',
    ]),
    ...makes(
      'hashlib.Hash',
      members('hashlib', 'md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s sha3_256 sha3_512 new'),
    ),
    ...makes('hashlib.Hash', ['hmac.new']),
  ],
});

export const tokens = definePack({
  id: 'python/jwt',
  languages: ['python'],
  title: 'JSON Web Tokens',
  provenance: 'PyJWT, python-jose and Authlib documentation',
  rows: [
    ...neutral(['jwt.encode', 'jose.jwt.encode', 'cryptography.fernet.Fernet.encrypt']),
    // What the program signed is what the program wrote.
    ...sanitizers(['*'], ['jwt.decode', 'jose.jwt.decode'], {
      when: [
        { input: 'Argument[options].verify_signature', is: [false], not: true, orUnknown: true },
        { input: 'Argument[verify]', is: [false], not: true, orUnknown: true },
        { input: 'Argument[1]|Argument[key]', absent: false },
      ],
    }),
    ...misuses(
      'jwt-misuse',
      'The signature of the token is not checked, so anyone can write one. Leave verification on and name the algorithm.',
      ['jwt.decode'],
      { when: [{ input: 'Argument[options].verify_signature', is: [false] }], variant: 'unverified' },
    ),
    ...misuses(
      'jwt-misuse',
      'The signature of the token is not checked, so anyone can write one. Leave verification on and name the algorithm.',
      ['jwt.decode'],
      { when: [{ input: 'Argument[verify]|Argument[2]', is: [false] }], variant: 'unverified' },
    ),
    ...misuses(
      'jwt-misuse',
      'The signature of the token is not checked, so anyone can write one. Use decode() with the key and the algorithm.',
      ['jose.jwt.get_unverified_claims', 'jose.jws.get_unverified_claims', 'python_jwt.process_jwt'],
      { confidence: 60, variant: 'unverified' },
    ),
    ...misuses(
      'jwt-misuse',
      'The signature of the token is not checked, so anyone can write one. Leave verification on.',
      ['jose.jwt.decode'],
      { when: [{ input: 'Argument[options].verify_signature', is: [false] }], variant: 'unverified' },
    ),
    ...misuses(
      'jwt-misuse',
      'With the algorithm "none" a token has no signature, so anyone can write one. Name the algorithm that signs.',
      ['jwt.encode', 'jose.jwt.encode'],
      {
        when: [{ input: 'Argument[2]|Argument[algorithm]', is: ['none', null], ignoreCase: true }],
        variant: 'none',
      },
    ),
    ...misuses(
      'jwt-misuse',
      'With an empty key anyone can sign tokens. Load a key from the environment or a secret store.',
      ['jwt.encode', 'jose.jwt.encode'],
      { when: [{ input: 'Argument[1]|Argument[key]', is: [''] }], variant: 'empty' },
    ),
    ...makes('authlib.jose.JsonWebToken', ['authlib.jose.JsonWebToken']),
    { kind: 'alias', api: 'authlib.jose.jwt', of: 'authlib.jose.JsonWebToken' },
    ...misuses(
      'jwt-misuse',
      'With an empty key anyone can sign tokens. Load a key from the environment or a secret store.',
      ['authlib.jose.JsonWebToken.encode'],
      { when: [{ input: 'Argument[2]|Argument[key]', is: [''] }], variant: 'empty' },
    ),
    ...misuses(
      'hard-coded-secret',
      'The signing key is written into the code: everyone who can read it can write valid tokens. Load it from the environment or a secret store.',
      ['authlib.jose.JsonWebToken.encode'],
      { when: [constantText('Argument[2]|Argument[key]')], variant: 'key' },
    ),
    ...misuses(
      'jwt-misuse',
      'Tokens without a signature are accepted. Allow only the algorithm that signs.',
      ['jwt.decode', 'jose.jwt.decode'],
      {
        when: [{ input: 'Argument[algorithms].*|Argument[2].*', is: ['none'], ignoreCase: true }],
        variant: 'none',
      },
    ),
    ...misuses(
      'hard-coded-secret',
      'The signing key is written into the code: everyone who can read it can write valid tokens. Load it from the environment or a secret store.',
      ['jwt.encode', 'jose.jwt.encode'],
      { when: [constantText('Argument[1]|Argument[key]')], variant: 'key' },
    ),
    ...misuses(
      'hard-coded-secret',
      'The verification key is written into the code: everyone who can read it can write valid tokens. Load it from the environment or a secret store.',
      ['jwt.decode', 'jose.jwt.decode'],
      {
        when: [{ input: 'Argument[1]|Argument[key]', matches: '^(?!-----BEGIN)[^\\s<{$]{4,}$' }],
        variant: 'key',
      },
    ),
  ],
});
