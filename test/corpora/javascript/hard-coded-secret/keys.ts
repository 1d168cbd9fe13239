import jwt from 'jsonwebtoken';
import crypto from 'node:crypto';
import session from 'express-session';
import mysql from 'mysql';
import AWS from 'aws-sdk';

const password = 'Tr0ub4dor&3xy!'; // expect: hard-coded-secret
export const issue = (sub: string) => jwt.sign({ sub }, 'my-very-own-signing-key-91'); // expect: hard-coded-secret
export const issue2 = (sub: string) => jwt.sign({ sub }, process.env.JWT_KEY!); // ok: hard-coded-secret
export const mac = (text: string) => crypto.createHmac('sha256', 'q9w8e7r6t5y4').update(text).digest(); // expect: hard-coded-secret
export const sess = session({ secret: 'keyboard-cat-7261', resave: false, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } }); // expect: hard-coded-secret
export const sess2 = session({ secret: process.env.SESSION!, resave: false, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } }); // ok: hard-coded-secret
export const db = mysql.createConnection({ host: 'db', user: 'app', password: 'S3cr3t-db-Pw9' }); // expect: hard-coded-secret
export const db2 = mysql.createConnection({ host: 'db', user: 'app', password: process.env.DB_PASSWORD }); // ok: hard-coded-secret
const passwordField = 'password'; // ok: hard-coded-secret
const tokenHeader = 'x-csrf-token'; // ok: hard-coded-secret
const labels = { password: 'Enter your password', secretQuestion: 'What is your secret?' }; // ok: hard-coded-secret
const apiKey = 'YOUR_API_KEY'; // ok: hard-coded-secret
export { password, passwordField, tokenHeader, labels, apiKey };
