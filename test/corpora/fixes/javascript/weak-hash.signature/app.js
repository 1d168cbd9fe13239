const crypto = require('crypto');
const express = require('express');

const app = express();
app.use(express.json());
const approved = new Set();
const fingerprint = (document) => crypto.createHash('md5').update(Buffer.from(document, 'hex')).digest('hex');

app.post('/approve', (req, res) => {
  approved.add(fingerprint(req.body.document));
  res.sendStatus(204);
});
app.post('/approved', (req, res) => {
  res.json(approved.has(fingerprint(req.body.document)));
});

module.exports = app;
