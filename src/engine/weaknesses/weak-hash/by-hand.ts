import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ value }) =>
    `crypto.createHash('sha256') // for a checksum\nawait bcrypt.hash(${passwordOf(value)}, 12) // for a password`,
  python: ({ value }) =>
    `hashlib.sha256(${passwordOf(value)})  # for a checksum\nbcrypt.hashpw(${passwordOf(value)}, bcrypt.gensalt())  # for a password`,
  java: () =>
    `MessageDigest.getInstance("SHA-256") // for a checksum\nnew BCryptPasswordEncoder().encode(password) // for a password`,
};

const passwordOf = (value: string): string => (/^["'\d]/.test(value) ? 'password' : value);
