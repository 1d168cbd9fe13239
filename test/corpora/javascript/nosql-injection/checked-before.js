const mongoose = require('mongoose'); const express = require('express'); const Joi = require('joi'); const validate = require('./validate');
const router = express.Router();
const User = mongoose.model('User', new mongoose.Schema({}));
const login = { body: Joi.object().keys({ email: Joi.string().required(), n: Joi.number() }) };
const find = (email) => User.findOne({ email }); // ok: nosql-injection
const create = (body) => User.findOne({ email: body.email }); // ok: nosql-injection
const ctrl = async (req, res) => { await find(req.body.email); await create(req.body); };
router.post('/login', validate(login), ctrl);
const handler = (fn) => (req, res, next) => { Promise.resolve(fn(req, res, next)).catch((err) => next(err)); };
const create2 = (body) => User.findOne({ email: body.email }); // ok: nosql-injection
const ctrl2 = handler(async (req, res) => { await create2(req.body); });
router.post('/login2', validate(login), ctrl2);
const create3 = (body) => User.findOne({ other: body.other }); // expect: nosql-injection
router.post('/login3', validate(login), async (req, res) => {
  await create3(req.body);
});
