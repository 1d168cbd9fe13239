const express = require('express');
const mongoose = require('mongoose');
const { MongoClient, ObjectId } = require('mongodb');
const mongoSanitize = require('express-mongo-sanitize');
const Joi = require('joi');
const { body, validationResult } = require('express-validator');
const User = mongoose.model('User', new mongoose.Schema({ name: String, password: String }));
const app = express();
app.use(express.json());

app.post('/login', async (req, res) => {
  const user = await User.findOne({ name: req.body.name, password: req.body.password }); // expect: nosql-injection
  res.json(!!user);
});

app.post('/login-safe', async (req, res) => {
  const name = String(req.body.name);
  const user = await User.findOne({ name, password: { $eq: req.body.password } }); // ok: nosql-injection
  res.json(!!user);
});

app.post('/login-typeof', async (req, res) => {
  if (typeof req.body.name !== 'string') return res.status(400).end();
  const user = await User.findOne({ name: req.body.name }); // ok: nosql-injection
  return res.json(!!user);
});

app.get('/user/:id', async (req, res) => {
  res.json(await User.findById(req.params.id)); // ok: nosql-injection
});

app.get('/query', async (req, res) => {
  res.json(await User.find(req.query)); // expect: nosql-injection
});

app.get('/where', async (req, res) => {
  const client = await MongoClient.connect(process.env.MONGO);
  const users = client.db('app').collection('users');
  await users.find({ $where: `this.name == '${req.query.name}'` }).toArray(); // expect: nosql-injection
  await users.findOne({ _id: new ObjectId(req.query.id) }); // ok: nosql-injection
  await users.updateOne({ email: req.query.email }, { $set: { active: true } }); // expect: nosql-injection
  await users.deleteMany({ email: `${req.query.email}` }); // ok: nosql-injection
  await users.aggregate([{ $match: { name: req.query.name } }]).toArray(); // expect: nosql-injection
  res.end();
});

const loginSchema = Joi.object({ name: Joi.string().required(), filter: Joi.object() });
app.post('/joi', async (req, res) => {
  const { error, value } = loginSchema.validate(req.body);
  if (error) return res.status(400).end();
  await User.findOne({ name: value.name }); // ok: nosql-injection
  return res.json(await User.find(value.filter)); // expect: nosql-injection
});

app.post('/validator', body('email').isEmail(), body('age').isInt().toInt(), async (req, res) => {
  if (!validationResult(req).isEmpty()) return res.status(422).end();
  return res.json(await User.findOne({ email: req.body.email, age: req.body.age })); // ok: nosql-injection
});
