import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ name, value }) =>
    name === 'sign'
      ? `jwt.sign(${value}, privateKey, { algorithm: 'RS256' })`
      : `jwt.verify(${value}, publicKey, { algorithms: ['RS256'] })`,
  python: ({ name, args, value }) =>
    name === 'encode'
      ? `jwt.encode(${args[0] ?? 'claims'}, private_key, algorithm="RS256")`
      : `jwt.decode(${value}, public_key, algorithms=["RS256"])`,
  java: ({ value }) => `JWT.require(Algorithm.RSA256(publicKey)).build().verify(${value})`,
};
