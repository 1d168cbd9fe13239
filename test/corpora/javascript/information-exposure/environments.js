const express = require('express');

const app = express();
const isLocal = process.env.NODE_ENV !== 'production';
const debugOnly = true;

app.get('/asks', (req, res) => {
  try {
    res.json(app.locals.run());
  } catch (err) {
    if (process.env.NODE_ENV === 'development') return res.send(err.stack); // ok: information-exposure
    res.sendStatus(500);
  }
});
app.get('/knows', (req, res) => {
  try {
    res.json(app.locals.run());
  } catch (err) {
    res.json({ stack: isLocal ? err.stack : undefined }); // ok: information-exposure
  }
});
app.get('/only-sounds', (req, res) => {
  try {
    res.json(app.locals.run());
  } catch (err) {
    if (debugOnly) return res.send(err.stack); // expect: information-exposure
    res.sendStatus(500);
  }
});
app.get('/asked-by-client', (req, res) => {
  try {
    res.json(app.locals.run());
  } catch (err) {
    if (req.query.debug) return res.send(err.stack); // expect: information-exposure
    res.sendStatus(500);
  }
});
