const express = require('express');
const cors = require('cors');
const app = express();
const list = ['https://a.example.com'];
app.use('/a', cors({ origin: true, credentials: true })); // expect: cors-misconfiguration
app.use('/b', cors({ origin: list, credentials: true })); // ok: cors-misconfiguration
app.use('/c', cors({ origin: 'https://a.example.com', credentials: true })); // ok: cors-misconfiguration
app.use((req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin); // expect: cors-misconfiguration
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  next();
});
app.use((req, res, next) => {
  const origin = req.get('origin');
  if (list.includes(origin)) {
    res.header('Access-Control-Allow-Origin', origin); // ok: cors-misconfiguration
    res.header('Access-Control-Allow-Credentials', 'true');
  }
  next();
});
