const crypto = require('crypto');
const jose = require('jose');

exports.sign = async (user) => {
  const fixed = crypto.createSecretKey('s3cr3t-of-the-shop', 'utf-8'); // expect: hard-coded-secret
  const given = crypto.createSecretKey(process.env.SIGNING_KEY, 'utf-8'); // ok: hard-coded-secret
  return [fixed, await new jose.SignJWT({ user }).setProtectedHeader({ alg: 'HS256' }).sign(given)]; // ok: hard-coded-secret
};
