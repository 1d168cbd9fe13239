const axios = require('axios');
const express = require('express');

const app = express();

app.get('/preview', async (req, res) => {
  const answer = await axios.get(req.query.url);
  res.json(answer.data);
});

module.exports = app;
