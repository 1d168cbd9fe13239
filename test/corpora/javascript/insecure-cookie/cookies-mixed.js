const express = require('express');
const session = require('express-session');
const cookieSession = require('cookie-session');
const app = express();
app.use(session({ secret: process.env.SECRET, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } })); // ok: insecure-cookie
const base = { secure: true, httpOnly: true, sameSite: 'strict' };

app.get('/', (req, res) => {
  res.cookie('session', req.token, { secure: false, httpOnly: true }); // expect: insecure-cookie
  res.cookie('token', req.token, { httpOnly: false, secure: true }); // expect: insecure-cookie
  res.cookie('sid', req.token, base); // ok: insecure-cookie
  res.cookie('sid', req.token, { ...base, maxAge: 1000 }); // ok: insecure-cookie
  res.cookie('sessionId', req.token); // expect: insecure-cookie
  res.setHeader('Set-Cookie', 'sid=' + req.token); // expect: insecure-cookie
  res.clearCookie('sid'); // ok: insecure-cookie
  res.end();
});
const other = express();
other.use(session({ secret: process.env.SECRET, cookie: { secure: false } })); // expect: insecure-cookie
