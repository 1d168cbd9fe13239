import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { both, documented, members, neutral, secrets } from './rows.ts';

const weakHashes = '^(?:rsa-)?(?:md[245]|sha-?0?1?|ripemd|rmd160|ripemd160|md5-sha1|mdc2)$';
const weakCiphers = '^(?:id-)?(?:des|des3|3des|rc2|rc4|bf|blowfish|cast5?|idea|seed)(?:-.*|\\d.*)?$|-ecb$';

const hashes: RowInput[] = [
  {
    kind: 'misuse',
    api: 'crypto.createHash',
    vulnClass: 'weak-hash',
    when: [{ input: 'Argument[0]', matches: weakHashes, ignoreCase: true }],
    message: 'The hash can be made to collide; two different texts get the same digest.',
  },
  {
    kind: 'misuse',
    api: 'crypto.hash',
    vulnClass: 'weak-hash',
    when: [{ input: 'Argument[0]', matches: weakHashes, ignoreCase: true }],
    message: 'The hash can be made to collide; two different texts get the same digest.',
  },
  {
    kind: 'misuse',
    api: 'crypto.createHmac',
    vulnClass: 'weak-hash',
    when: [{ input: 'Argument[0]', is: ['md5', 'md4'], ignoreCase: true }],
    message: 'The keyed hash rests on a broken hash function.',
  },
  {
    kind: 'misuse',
    api: 'crypto.createSign',
    vulnClass: 'weak-hash',
    when: [{ input: 'Argument[0]', matches: '^(?:rsa-)?(?:md5|sha1)$', ignoreCase: true }],
    message: 'The signature rests on a hash that can be made to collide.',
  },
  ...members('crypto', 'pbkdf2 pbkdf2Sync').map(
    (api): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'weak-hash',
      when: [{ input: 'Argument[2]', lessThan: 10_000 }],
      message: 'So few rounds make passwords cheap to guess; OWASP asks for hundreds of thousands.',
    }),
  ),
  ...[
    'md5',
    'js-md5',
    'blueimp-md5',
    'md5-hex',
    'sha1',
    'js-sha1',
    'crypto-js.MD5',
    'crypto-js.SHA1',
    'crypto-js/md5',
    'crypto-js/sha1',
  ].map(
    (api): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'weak-hash',
      message: 'The hash can be made to collide; two different texts get the same digest.',
    }),
  ),
  // `createHash('sha256').update(x).digest('hex')`, whatever the object is of.
  ...neutral(['*.digest']),
  ...neutral([
    ...members(
      'crypto',
      'createHash createHmac hash randomBytes randomUUID timingSafeEqual pbkdf2 pbkdf2Sync scrypt scryptSync',
    ),
    ...members('bcrypt', 'hash hashSync compare compareSync genSalt'),
    ...members('bcryptjs', 'hash hashSync compare compareSync genSalt'),
    ...members('argon2', 'hash verify'),
    'uuid.v4',
    'uuid.validate',
    'nanoid.nanoid',
  ]),
  ...members('bcrypt', 'hash hashSync genSalt genSaltSync').map(
    (api): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'weak-hash',
      when: [{ input: api.includes('genSalt') ? 'Argument[0]' : 'Argument[1]', lessThan: 8 }],
      message: 'The cost factor is too small: passwords are cheap to guess.',
      confidence: 65,
    }),
  ),
];

const ciphers: RowInput[] = [
  ...members('crypto', 'createCipheriv createDecipheriv').map(
    (api): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'weak-cipher',
      when: [{ input: 'Argument[0]', matches: weakCiphers, ignoreCase: true }],
      message: 'The cipher or its mode is broken: encrypted data gives away its contents.',
    }),
  ),
  ...members('crypto', 'createCipher createDecipher').map(
    (api): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'weak-cipher',
      message:
        'The key is derived with one round of MD5 and no salt, and the function is gone from Node 22; use createCipheriv.',
    }),
  ),
  {
    kind: 'misuse',
    api: 'crypto.createCipheriv',
    vulnClass: 'weak-cipher',
    variant: 'fixed-iv',
    when: [
      { input: 'Argument[2]', matches: '^.{8,}$' },
      { input: 'Argument[0]', matches: '-ecb$', ignoreCase: true, not: true },
    ],
    message: 'The initialisation vector is always the same, so equal texts look equal when encrypted.',
  },
  { kind: 'subtype', api: 'Buffer.filled', of: ['Buffer'] },
  ...members('Buffer', 'alloc').map(
    (api): RowInput => ({
      kind: 'type',
      api,
      type: 'Buffer.filled',
      when: [{ input: 'Argument[1]', absent: false }],
    }),
  ),
  {
    kind: 'misuse',
    api: 'crypto.createCipheriv',
    vulnClass: 'weak-cipher',
    variant: 'fixed-iv',
    when: [{ input: 'Argument[2]', type: 'Buffer.filled' }],
    message: 'The initialisation vector is always the same, so equal texts look equal when encrypted.',
  },
  ...members('crypto', 'generateKeyPair generateKeyPairSync').map(
    (api): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'weak-cipher',
      variant: 'short-key',
      when: [
        { input: 'Argument[0]', is: ['rsa', 'dsa', 'rsa-pss'] },
        { input: 'Argument[1].modulusLength', lessThan: 2_048 },
      ],
      message: 'The key is short enough to be factored.',
    }),
  ),
  // Lengths of keys in bits.
  ...(
    [
      ['crypto.createDiffieHellman', 'Argument[0]'],
      ['node-rsa', 'Argument[0].b'],
      ['node-rsa.generateKeyPair', 'Argument[0]'],
      ['node-forge.pki.rsa.generateKeyPair', 'Argument[0]|Argument[0].bits'],
      ['jsrsasign.KEYUTIL.generateKeypair', 'Argument[1]'],
      ['ursa.generatePrivateKey', 'Argument[0]'],
    ] as const
  ).map(
    ([api, input]): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'weak-cipher',
      variant: 'short-key',
      when: [{ input, lessThan: 2_048 }],
      message: 'The key is short enough to be factored.',
    }),
  ),
  ...members('crypto-js', 'DES TripleDES RC4 RC4Drop Rabbit').map(
    (api): RowInput => ({
      kind: 'misuse',
      api: `${api}.encrypt`,
      vulnClass: 'weak-cipher',
      message: 'The cipher is broken: encrypted data gives away its contents.',
    }),
  ),
  secrets(
    'crypto.createCipheriv',
    'Argument[1]',
    'The key is written in the code: whoever reads it can decrypt.',
  ),
  secrets(
    'crypto.createDecipheriv',
    'Argument[1]',
    'The key is written in the code: whoever reads it can decrypt.',
  ),
  secrets(
    'crypto.createCipher',
    'Argument[1]',
    'The password is written in the code: whoever reads it can decrypt.',
  ),
  secrets('crypto.createHmac', 'Argument[1]', 'The key is written in the code: whoever reads it can sign.'),
  secrets(
    'crypto.createSecretKey',
    'Argument[0]',
    'The key is written in the code: whoever reads it can use it.',
  ),
  secrets(
    'crypto-js.AES.encrypt',
    'Argument[1]',
    'The key is written in the code: whoever reads it can decrypt.',
  ),
  secrets(
    'crypto-js.AES.decrypt',
    'Argument[1]',
    'The key is written in the code: whoever reads it can decrypt.',
  ),
];

const randomness: RowInput[] = [
  {
    kind: 'misuse',
    api: 'crypto.pseudoRandomBytes',
    vulnClass: 'weak-random',
    message: 'These bytes need not be unpredictable; use crypto.randomBytes.',
  },
];

/** Hashes, ciphers, keys and randomness. */
export const nodeCrypto = definePack({
  id: 'javascript/node-crypto',
  languages: [...both],
  title: 'Cryptography',
  provenance: documented,
  rows: [...hashes, ...ciphers, ...randomness],
});
