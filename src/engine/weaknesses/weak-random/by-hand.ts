import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ target }) => `const ${target} = crypto.randomBytes(16).toString('hex')`,
  python: ({ target }) => `${target} = secrets.token_hex(16)`,
  java: ({ target }) => `int ${target} = new SecureRandom().nextInt()`,
};
