const axios = require('axios');
const express = require('express');

const app = express();

app.get('/stock', async (req, res) => {
  const answer = await axios.get(`https://${req.query.region}.stock.example/items`);
  res.json(answer.data);
});

module.exports = app;
