const express = require('express');
const cors = require('cors');

const app = express();
app.use(cors()); // ok: cors-misconfiguration
app.use(cors({ origin: '*', credentials: true })); // expect: cors-misconfiguration
app.use(cors({ origin: true, credentials: true })); // expect: cors-misconfiguration
app.use(cors({ origin: 'https://acme.test', credentials: true })); // ok: cors-misconfiguration

app.use((req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin); // expect: cors-misconfiguration
  res.header('Access-Control-Allow-Credentials', 'true');
  next();
});

const ORIGINS = new Set(['https://a.acme.test', 'https://b.acme.test']);
app.use((req, res, next) => {
  const { origin } = req.headers;
  if (ORIGINS.has(origin)) res.header('Access-Control-Allow-Origin', origin); // ok: cors-misconfiguration
  next();
});
