import jwt from 'jsonwebtoken';
import crypto from 'node:crypto';
import { promisify } from 'node:util';

const { JWT_SECRET = 'qN7vXw2RkT9c' } = process.env; // expect: hard-coded-secret

export function authenticate(req, res, next) {
  const token = req.headers.authorization?.split(' ')[1];
  try {
    req.user = jwt.verify(token, JWT_SECRET, { algorithms: ['HS256'] }); // ok: jwt-misuse
    next();
  } catch {
    res.status(401).end();
  }
}

export const peek = (token) => jwt.decode(token); // expect: jwt-misuse
export const issueForever = (user) => jwt.sign({ sub: user.id }, JWT_SECRET, { algorithm: 'none' }); // expect: jwt-misuse
export const looseVerify = (token) => jwt.verify(token, JWT_SECRET, { ignoreExpiration: true }); // expect: jwt-misuse

const pbkdf2 = promisify(crypto.pbkdf2);
export const hashPassword = (password, salt) => pbkdf2(password, salt, 310000, 32, 'sha256'); // ok: weak-hash
export const oldHash = (password) => crypto.createHash('md5').update(password).digest('hex'); // expect: weak-hash
export const etag = (body) => `"${crypto.createHash('sha256').update(body).digest('base64')}"`; // ok: weak-hash
export const resetToken = () => Math.random().toString(36).slice(2); // expect: weak-random
export const goodToken = () => crypto.randomBytes(32).toString('hex'); // ok: weak-random
export const jitter = (ms) => ms + Math.random() * 100; // ok: weak-random
export function encrypt(text, key) {
  const cipher = crypto.createCipheriv('aes-128-ecb', key, null); // expect: weak-cipher
  const good = crypto.createCipheriv('aes-256-gcm', key, crypto.randomBytes(12)); // ok: weak-cipher
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex') + good.final('hex');
}
