const cors = require('cors');
const express = require('express');

const app = express();
app.use(cors({ origin: true, credentials: true }));

app.get('/balance', (req, res) => {
  res.json({ balance: 7 });
});

module.exports = app;
