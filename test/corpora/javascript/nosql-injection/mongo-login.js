const express = require('express');
const { MongoClient } = require('mongodb');

const client = new MongoClient(process.env.MONGO);
const users = client.db('app').collection('users');
const router = express.Router();

router.post('/login', async (req, res) => {
  const user = await users.findOne({ name: req.body.name, password: req.body.password }); // expect: nosql-injection
  res.json({ ok: Boolean(user) });
});

router.post('/login2', async (req, res) => {
  const name = String(req.body.name);
  const user = await users.findOne({ name, password: `${req.body.password}`.trim() }); // ok: nosql-injection
  res.json({ ok: Boolean(user) });
});

router.post('/login3', async (req, res) => {
  const { name } = req.body;
  if (typeof name !== 'string') return res.sendStatus(400);
  const user = await users.findOne({ name }); // ok: nosql-injection
  res.json({ ok: Boolean(user) });
});

router.get('/by-id/:id', async (req, res) => {
  res.json(await users.findOne({ _id: req.params.id })); // ok: nosql-injection
});

router.get('/script', async (req, res) => {
  const cursor = users.find({ $where: `this.age > ${req.query.age}` }); // expect: nosql-injection
  res.json(await cursor.toArray());
});

router.put('/profile', async (req, res) => {
  const filter = { email: { $eq: req.body.email } };
  await users.updateOne(filter, { $set: { bio: String(req.body.bio) } }); // ok: nosql-injection
  res.sendStatus(204);
});

router.delete('/', async (req, res) => {
  await users.deleteMany(req.body); // expect: nosql-injection
  res.sendStatus(204);
});

module.exports = router;
