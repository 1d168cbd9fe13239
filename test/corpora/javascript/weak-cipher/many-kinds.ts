import crypto from 'crypto';
import jwt from 'jsonwebtoken';
import https from 'https';
import bcrypt from 'bcrypt';
import CryptoJS from 'crypto-js';
import express from 'express';
import cors from 'cors';
import session from 'express-session';
import { v4 as uuid } from 'uuid';
import { nanoid } from 'nanoid';

const app = express();

export function hashes(password: string, data: Buffer) {
  crypto.createHash('md5').update(password).digest('hex'); // expect: weak-hash
  crypto.createHash('sha256').update(data).digest('hex'); // ok: weak-hash
  CryptoJS.MD5(password); // expect: weak-hash
  bcrypt.hashSync(password, 12); // ok: weak-hash
  crypto.pbkdf2Sync(password, 'salt', 1000, 32, 'sha1'); // expect: weak-hash
}

export function ciphers(key: Buffer) {
  crypto.createCipheriv('des-ede3-cbc', key, crypto.randomBytes(8)); // expect: weak-cipher
  crypto.createCipheriv('aes-256-ecb', key, null); // expect: weak-cipher
  crypto.createCipheriv('aes-256-gcm', key, crypto.randomBytes(12)); // ok: weak-cipher
  crypto.createCipheriv('aes-256-cbc', key, '0000000000000000'); // expect: weak-cipher
  CryptoJS.DES.encrypt('x', 'y'); // expect: weak-cipher
  crypto.generateKeyPairSync('rsa', { modulusLength: 1024 }); // expect: weak-cipher
}

export function randoms() {
  const token = Math.random().toString(36).slice(2); // expect: weak-random
  const resetCode = Math.floor(Math.random() * 1e6); // expect: weak-random
  const jitter = Math.random() * 100; // ok: weak-random
  const id = uuid(); // ok: weak-random
  const secret = nanoid(32); // ok: weak-random
  const sessionToken = crypto.randomBytes(32).toString('hex'); // ok: weak-random
  return { token, resetCode, jitter, id, secret, sessionToken };
}

export function tokens(token: string, secret: string) {
  jwt.sign({ a: 1 }, 'my-jwt-secret'); // expect: hard-coded-secret
  jwt.verify(token, secret, { algorithms: ['none'] }); // expect: jwt-misuse
  jwt.verify(token, process.env.JWT_SECRET!, { algorithms: ['HS256'] }); // ok: jwt-misuse
  const claims = jwt.decode(token) as any; // expect: jwt-misuse
  return claims.role === 'admin';
}

export const agent = new https.Agent({ rejectUnauthorized: false }); // expect: tls-verification-disabled
export const good = new https.Agent({ keepAlive: true }); // ok: tls-verification-disabled
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // expect: tls-verification-disabled

app.use(cors({ origin: true, credentials: true })); // expect: cors-misconfiguration
app.use(cors({ origin: ['https://shop.example.com'], credentials: true })); // ok: cors-misconfiguration
app.use(session({ secret: 'keyboard cat', resave: false, cookie: { secure: false } })); // expect: hard-coded-secret, insecure-cookie
app.use(session({ secret: process.env.SESSION_SECRET!, cookie: { secure: true, httpOnly: true } })); // ok: insecure-cookie
