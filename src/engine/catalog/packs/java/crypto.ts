import { definePack } from '../../pack.ts';
import { misuses, neutrals, of, types } from './rows.ts';

const weakHash = '^(?:MD2|MD4|MD5|SHA|SHA1|SHA-1|RIPEMD128|HAVAL)$';
const weakCipher = '^(?:DES|DESede|3DES|TripleDES|RC2|RC4|ARCFOUR|Blowfish|IDEA)(?:$|/)';
const brokenHash =
  'This hash is broken: collisions are made in practice. Use SHA-256 or better; for passwords a slow hash such as Argon2, scrypt or bcrypt.';

/** Hashes, ciphers, keys and random numbers. */
export const crypto = definePack({
  id: 'java/crypto',
  languages: ['java'],
  title: 'Cryptography',
  provenance: 'Java Security standard algorithm names; NIST SP 800-131A; library documentation.',
  rows: [
    ...misuses(
      'weak-hash',
      'So few rounds let passwords be guessed quickly. Use at least 600,000 with PBKDF2 and SHA-256, or Argon2.',
      ['javax.crypto.spec.PBEKeySpec'],
      { when: [{ input: 'Argument[2]', lessThan: 10_000 }], confidence: 60 },
    ),
    ...misuses(
      'weak-cipher',
      'RSA without OAEP padding lets attackers who may try find out what was encrypted. Use OAEP.',
      ['javax.crypto.Cipher.getInstance'],
      {
        when: [{ input: 'Argument[0]', matches: '^RSA/[^/]*/(?:NoPadding|PKCS1Padding)$', ignoreCase: true }],
        confidence: 60,
      },
    ),
    ...misuses(
      'hard-coded-secret',
      'The password of the key store is written in the code.',
      [
        'java.security.KeyStore.load',
        'java.security.KeyStore.getKey',
        'javax.net.ssl.KeyManagerFactory.init',
      ],
      { when: [{ input: 'Argument[1]', matches: '^.{3,}$' }] },
    ),
    ...misuses(
      'weak-hash',
      brokenHash,
      ['java.security.MessageDigest.getInstance', 'org.apache.commons.codec.digest.DigestUtils.getDigest'],
      {
        when: [{ input: 'Argument[0]', matches: weakHash, ignoreCase: true }],
      },
    ),
    ...misuses('weak-hash', brokenHash, ['java.security.Signature.getInstance'], {
      when: [{ input: 'Argument[0]', matches: '^(?:MD2|MD4|MD5|SHA1)with', ignoreCase: true }],
    }),
    ...misuses('weak-hash', brokenHash, ['javax.crypto.SecretKeyFactory.getInstance'], {
      when: [
        {
          input: 'Argument[0]',
          matches: '^PBEWith(?:MD5|SHA1)And(?:DES|RC2|RC4|TripleDES)',
          ignoreCase: true,
        },
      ],
    }),
    ...misuses('weak-hash', brokenHash, [
      ...of(
        'org.apache.commons.codec.digest.DigestUtils',
        'md2 md2Hex md5 md5Hex sha sha1 sha1Hex shaHex getMd5Digest getMd2Digest getSha1Digest getShaDigest',
      ),
      ...of('org.springframework.util.DigestUtils', 'md5Digest md5DigestAsHex appendMd5DigestAsHex'),
      ...of('com.google.common.hash.Hashing', 'md5 sha1'),
      'org.apache.shiro.crypto.hash.Md5Hash',
      'org.apache.shiro.crypto.hash.Sha1Hash',
      'org.springframework.security.authentication.encoding.Md5PasswordEncoder',
      'org.springframework.security.authentication.encoding.ShaPasswordEncoder',
      'org.springframework.security.crypto.password.MessageDigestPasswordEncoder',
      'org.springframework.security.crypto.password.StandardPasswordEncoder',
      ...of('cn.hutool.crypto.digest.DigestUtil', 'md5 md5Hex sha1 sha1Hex'),
      ...of('cn.hutool.crypto.SecureUtil', 'md5 sha1'),
    ]),
    ...misuses(
      'weak-hash',
      'So little work lets passwords be guessed quickly. Use a strength of at least 10, better 12.',
      [
        'org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder',
        'org.springframework.security.crypto.bcrypt.BCrypt.gensalt',
        'org.mindrot.jbcrypt.BCrypt.gensalt',
      ],
      {
        when: [
          { input: 'Argument[0]', lessThan: 10 },
          { input: 'Argument[0]', lessThan: 0, not: true },
        ],
      },
    ),
    ...misuses(
      'weak-hash',
      'Passwords are stored as they are, without a hash.',
      [
        'org.springframework.security.crypto.password.NoOpPasswordEncoder.getInstance',
        'org.springframework.security.core.userdetails.User.withDefaultPasswordEncoder',
      ],
      { variant: 'plain-password' },
    ),
    ...misuses(
      'weak-cipher',
      'This cipher is broken or its blocks are too short. Use AES in GCM mode.',
      ['javax.crypto.Cipher.getInstance'],
      { when: [{ input: 'Argument[0]', matches: weakCipher, ignoreCase: true }] },
    ),
    ...misuses(
      'weak-cipher',
      'ECB mode encrypts equal blocks equally and shows the structure of the data; it is also what Java takes when no mode is named. Use AES/GCM/NoPadding.',
      ['javax.crypto.Cipher.getInstance'],
      {
        when: [{ input: 'Argument[0]', matches: '^AES(?:/ECB/.*|_\\d+/ECB/.*)?$', ignoreCase: true }],
        variant: 'ecb',
      },
    ),
    ...misuses(
      'weak-cipher',
      'RSA with this padding or without any can be decrypted by asking. Use OAEP padding.',
      ['javax.crypto.Cipher.getInstance'],
      {
        when: [{ input: 'Argument[0]', matches: '^RSA/[^/]+/NoPadding$', ignoreCase: true }],
        variant: 'padding',
      },
    ),
    ...misuses(
      'weak-cipher',
      'Keys of this cipher are too short for it to be safe.',
      ['javax.crypto.KeyGenerator.getInstance', 'javax.crypto.SecretKeyFactory.getInstance'],
      {
        when: [
          {
            input: 'Argument[0]',
            matches: '^(?:DES|DESede|TripleDES|3DES|RC2|RC4|ARCFOUR|Blowfish)$',
            ignoreCase: true,
          },
        ],
      },
    ),
    // Sizes that no curve has: keys of RSA, DSA or Diffie-Hellman.
    ...misuses(
      'weak-cipher',
      'Keys of this length can be broken; use at least 2048 bits.',
      ['java.security.KeyPairGenerator.initialize', 'java.security.AlgorithmParameterGenerator.init'],
      { when: [{ input: 'Argument[0]', is: [512, 768, 1024, 1536] }], variant: 'key-length' },
    ),
    ...misuses(
      'weak-cipher',
      'Keys of this length can be broken; use at least 2048 bits.',
      of('java.security.spec', 'RSAKeyGenParameterSpec DSAGenParameterSpec').concat(
        'javax.crypto.spec.DHGenParameterSpec',
      ),
      { when: [{ input: 'Argument[0]', lessThan: 2048 }], variant: 'key-length' },
    ),
    // Sizes that only curves have.
    ...misuses(
      'weak-cipher',
      'Keys on curves of this size can be broken; use 256 bits.',
      ['java.security.KeyPairGenerator.initialize'],
      { when: [{ input: 'Argument[0]', lessThan: 224 }], variant: 'key-length' },
    ),
    ...misuses(
      'weak-cipher',
      'Keys of this length can be tried out; use 256 bits, or at least 128.',
      ['javax.crypto.KeyGenerator.init'],
      { when: [{ input: 'Argument[0]', lessThan: 112 }], variant: 'key-length' },
    ),
    ...misuses(
      'weak-cipher',
      'Keys on this curve can be broken; use secp256r1 or a longer one.',
      ['java.security.spec.ECGenParameterSpec'],
      {
        when: [
          {
            input: 'Argument[0]',
            matches:
              '^(?:sec[pt]1\\d\\d[rk]\\d|sect1\\d\\d[rk]\\d|prime192v\\d|c2[tp]nb1\\d\\d\\w*|brainpoolP1[69][02][rt]1|X9\\.62 (?:prime192|c2[tp]nb1).*)$',
            ignoreCase: true,
          },
        ],
        variant: 'key-length',
      },
    ),
    ...misuses('weak-cipher', 'This does not encrypt at all.', ['javax.crypto.NullCipher']),
    ...misuses(
      'weak-random',
      'Seeding with a constant makes the sequence predictable.',
      ['java.security.SecureRandom.setSeed', 'java.security.SecureRandom'],
      { when: [{ input: 'Argument[0]', matches: '^-?\\d+$' }], confidence: 70 },
    ),
    ...types({
      'java.security.MessageDigest.getInstance': 'java.security.MessageDigest',
      'javax.crypto.Cipher.getInstance': 'javax.crypto.Cipher',
      'javax.crypto.Mac.getInstance': 'javax.crypto.Mac',
      'javax.crypto.KeyGenerator.getInstance': 'javax.crypto.KeyGenerator',
      'java.security.KeyPairGenerator.getInstance': 'java.security.KeyPairGenerator',
      'java.security.AlgorithmParameterGenerator.getInstance': 'java.security.AlgorithmParameterGenerator',
      'java.security.SecureRandom.getInstance': 'java.security.SecureRandom',
      'java.security.KeyStore.getInstance': 'java.security.KeyStore',
    }),
    ...neutrals([
      ...of('java.security.MessageDigest', 'digest update isEqual reset'),
      ...of('javax.crypto.Mac', 'doFinal update'),
      ...of(
        'java.util.Random',
        'nextInt nextLong nextDouble nextFloat nextBoolean nextGaussian nextBytes ints',
      ),
      ...of(
        'java.security.SecureRandom',
        'nextInt nextLong nextDouble nextFloat nextBoolean nextGaussian nextBytes generateSeed getInstanceStrong',
      ),
      'java.util.UUID.randomUUID',
      'java.util.concurrent.ThreadLocalRandom.current',
    ]),
  ],
});
