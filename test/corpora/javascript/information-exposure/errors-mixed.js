const express = require('express');
const app = express();
app.get('/a', (req, res) => {
  try {
    work();
  } catch (err) {
    res.status(500).send(err.stack); // expect: information-exposure
  }
});
app.get('/b', (req, res) => {
  try {
    work();
  } catch (err) {
    console.error(err);
    res.status(500).send('Something went wrong'); // ok: information-exposure
  }
});
app.use((err, req, res, next) => {
  res.status(500).json({ message: 'failed', stack: err.stack }); // expect: information-exposure
});
function work() {}
