const express = require('express');
const { MongoClient } = require('mongodb');

const app = express();
app.use(express.json());
const users = new MongoClient('mongodb://localhost').db('shop').collection('users');

app.post('/login', async (req, res) => {
  const found = await users.findOne({ user: req.body.user, password: req.body.password });
  res.json({ in: found !== null });
});

module.exports = app;
