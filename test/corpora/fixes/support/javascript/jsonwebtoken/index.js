// Tokens of HS256 and of none.
const { createHmac, timingSafeEqual } = require('node:crypto');

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text) => JSON.parse(Buffer.from(text, 'base64url').toString());
const mac = (text, key) => createHmac('sha256', key).update(text).digest();

exports.sign = (claims, key, { algorithm = 'HS256' } = {}) => {
  const text = `${encode({ alg: algorithm })}.${encode(claims)}`;
  return `${text}.${algorithm === 'none' ? '' : mac(text, key).toString('base64url')}`;
};
exports.decode = (token) => decode(token.split('.')[1]);
exports.verify = (token, key, options = {}) => {
  const [head, body, signature] = token.split('.');
  const { alg } = decode(head);
  if (!(options.algorithms ?? ['HS256']).includes(alg)) throw new Error('invalid algorithm');
  if (alg !== 'none') {
    const given = Buffer.from(signature, 'base64url');
    const due = mac(`${head}.${body}`, key);
    if (given.length !== due.length || !timingSafeEqual(given, due)) throw new Error('invalid signature');
  }
  const claims = decode(body);
  if (!options.ignoreExpiration && claims.exp !== undefined && claims.exp * 1000 < Date.now())
    throw new Error('jwt expired');
  return claims;
};
