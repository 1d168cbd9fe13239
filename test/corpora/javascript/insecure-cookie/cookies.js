const express = require('express');
const session = require('express-session');

const app = express();

app.use(session({ secret: process.env.SECRET, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } })); // ok: insecure-cookie
app.use(session({ secret: process.env.SECRET, cookie: { secure: true, httpOnly: false } })); // expect: insecure-cookie
app.use(session({ secret: process.env.SECRET, cookie: { secure: false } })); // expect: insecure-cookie

app.get('/login', (req, res) => {
  const token = issue(req);
  res.cookie('session', token, { httpOnly: true, secure: true }); // ok: insecure-cookie
  res.cookie('auth_token', token, { secure: true }); // expect: insecure-cookie
  res.cookie('auth_token', token, { httpOnly: true, secure: false }); // expect: insecure-cookie
  res.cookie('sessionId', token); // expect: insecure-cookie
  res.cookie('lang', 'en'); // ok: insecure-cookie
  const options = { httpOnly: true, secure: true, maxAge: 1000 };
  res.cookie('jwt', token, options); // ok: insecure-cookie
  res.end();
});

function issue(req) {
  return req.ip;
}
