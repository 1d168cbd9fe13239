const express = require('express');
const { MongoClient, ObjectId } = require('mongodb');
const mongoose = require('mongoose');
const mongoSanitize = require('express-mongo-sanitize');
const User = mongoose.model('User', new mongoose.Schema({ name: String, password: String }));
const app = express();
app.use(express.json());

app.post('/login', async (req, res) => {
  const user = await User.findOne({ name: req.body.name, password: req.body.password }); // expect: nosql-injection
  const safe = await User.findOne({ name: String(req.body.name) }); // ok: nosql-injection
  const eq = await User.findOne({ name: { $eq: req.body.name } }); // ok: nosql-injection
  const by = await User.findById(req.params.id); // ok: nosql-injection
  res.json({ user, safe, eq, by });
});

app.post('/native', async (req, res) => {
  const client = await MongoClient.connect('mongodb://localhost');
  const users = client.db('app').collection('users');
  await users.find({ $where: `this.name == '${req.body.name}'` }).toArray(); // expect: nosql-injection
  await users.find(req.body).toArray(); // expect: nosql-injection
  await users.deleteOne({ _id: new ObjectId(req.body.id) }); // ok: nosql-injection
  if (typeof req.body.name !== 'string') return res.status(400).end();
  await users.updateOne({ name: req.body.name }, { $set: { seen: true } }); // ok: nosql-injection
  const filter = {};
  filter.owner = req.body.owner;
  await users.find(filter).toArray(); // expect: nosql-injection
  return res.end();
});
