const express = require('express');
const { MongoClient } = require('mongodb');

const app = express();
app.use(express.json());
const users = new MongoClient('mongodb://localhost').db('shop').collection('users');

app.post('/login', async (req, res) => {
  const { user, password } = req.body;
  const found = await users.findOne({ user, password });
  res.json({ in: found !== null });
});

module.exports = app;
