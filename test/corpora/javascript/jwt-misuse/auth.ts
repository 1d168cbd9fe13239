import crypto from 'node:crypto';
import jwt from 'jsonwebtoken';
import { jwtVerify, decodeJwt } from 'jose';
import express from 'express';
import helmet from 'helmet';
import csurf from 'csurf';
import cookieSession from 'cookie-session';
import { createTransport } from 'nodemailer';
import tls from 'node:tls';
import axios from 'axios';
import fs from 'fs';
import os from 'os';
import path from 'path';

const app = express();
const API_KEY = 'sk_live_51H8xkq2eZvKYlo2C'; // expect: hard-coded-secret
const config = { password: process.env.PASSWORD }; // ok: hard-coded-secret

app.use(cookieSession({ name: 's', keys: ['fixed-key-1'] })); // expect: hard-coded-secret
app.post('/login', (req, res) => {
  const token = jwt.sign({ id: 1 }, process.env.SECRET!, { algorithm: 'none' }); // expect: jwt-misuse
  const good = jwt.sign({ id: 1 }, process.env.SECRET!, { algorithm: 'HS256', expiresIn: '1h' }); // ok: jwt-misuse
  jwt.verify(token, process.env.SECRET!, { ignoreExpiration: true }); // expect: jwt-misuse
  const claims = decodeJwt(token); // expect: jwt-misuse
  res.cookie('session', good, { httpOnly: true, secure: true, sameSite: 'lax' }); // ok: insecure-cookie
  res.cookie('session', good); // expect: insecure-cookie
  res.cookie('lang', 'en'); // ok: insecure-cookie
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin!); // expect: cors-misconfiguration
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  res.json({ claims, config });
});

app.use((err: Error, req: express.Request, res: express.Response, next: express.NextFunction) => {
  res.status(500).send(err.stack); // expect: information-exposure
});

export function passwords(p: string) {
  crypto.createHash('sha1').update(p).digest('hex'); // expect: weak-hash
  crypto.scryptSync(p, crypto.randomBytes(16), 64); // ok: weak-hash
  crypto.createHmac('sha256', 'hmac-secret-key').update(p); // expect: hard-coded-secret
  crypto.createCipheriv('aes-128-cbc', Buffer.from('0123456789abcdef'), crypto.randomBytes(16)); // expect: hard-coded-secret
  const salt = Math.random().toString(); // expect: weak-random
  const color = Math.floor(Math.random() * 16777215).toString(16); // ok: weak-random
  const otp = crypto.randomInt(100000, 999999); // ok: weak-random
  return { salt, color, otp };
}

tls.connect({ host: 'x', rejectUnauthorized: false }); // expect: tls-verification-disabled
axios.create({ httpsAgent: new (require('https').Agent)({ rejectUnauthorized: process.env.NODE_ENV === 'production' }) }); // ok: tls-verification-disabled
createTransport({ host: 'm', tls: { rejectUnauthorized: false } }); // expect: tls-verification-disabled
fs.writeFileSync(path.join(os.tmpdir(), 'app.log'), 'x'); // expect: insecure-temporary-file
fs.mkdtempSync(path.join(os.tmpdir(), 'app-')); // ok: insecure-temporary-file
app.use(helmet()); // ok: information-exposure
app.use(csurf({ cookie: true })); // ok: csrf-disabled
