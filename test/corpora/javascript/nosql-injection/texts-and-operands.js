// Texts hold no operators, and most operators take what stands under them as a value.
const express = require('express');
const { MongoClient, ObjectId } = require('mongodb');

const app = express();
app.use(express.json());
const events = new MongoClient('mongodb://localhost').db('shop').collection('events');

app.post('/kinds', async (req, res) => {
  const words = req.body.kind.split('.');
  const kinds = ['*'];
  for (let i = 1; i <= words.length; i++) kinds.push(words.slice(0, i).join('.') + '.*');
  const query = { kind: { $in: kinds } };
  if (req.body.owner) query.owner = { $in: [new ObjectId(req.body.owner), null] };
  res.json(await events.find(query).toArray()); // ok: nosql-injection
});

app.post('/names', async (req, res) => {
  const { name, since } = req.body;
  await events.find({ $text: { $search: name } }).toArray(); // ok: nosql-injection
  await events.find({ at: { $gte: since } }).toArray(); // ok: nosql-injection
  await events.find({ name: { $regex: name, $options: 'i' } }).toArray(); // ok: nosql-injection
  await events.find({ name: { $in: name } }).toArray(); // ok: nosql-injection
  await events.find({ name: { $not: name } }).toArray(); // expect: nosql-injection
  await events.find({ tags: { $elemMatch: name } }).toArray(); // expect: nosql-injection
  await events.find({ $or: [{ name }, { title: 'x' }] }).toArray(); // expect: nosql-injection
  await events.find({ name: 'shop-' + name }).toArray(); // ok: nosql-injection
  await events.find({ name: name.split(',')[0] }).toArray(); // ok: nosql-injection
  await events.find({ name: name.match(/(\w+)/)[1] }).toArray(); // ok: nosql-injection
  await events.find({ name: name.join(' ') }).toArray(); // ok: nosql-injection
  await events.find({ name: JSON.parse(name + '') }).toArray(); // expect: nosql-injection
  await events.find({ _id: new ObjectId(name), at: since }).toArray(); // expect: nosql-injection
  await events.find({ $where: "this.name == '" + name + "'" }).toArray(); // expect: nosql-injection
  await events.find(`${name}`).toArray(); // ok: nosql-injection
  res.end();
});
