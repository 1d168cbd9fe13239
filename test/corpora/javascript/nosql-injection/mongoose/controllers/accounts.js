const mongoose = require('mongoose');
const sanitize = require('mongo-sanitize');
const Account = require('../models/account');

module.exports = {
  async reset(req, res) {
    const account = await Account.findOne({ token: req.query.token }); // expect: nosql-injection
    res.json(account);
  },
  async resetSafely(req, res) {
    const account = await Account.findOne({ token: sanitize(req.query.token) }); // ok: nosql-injection
    res.json(account);
  },
  async show(req, res) {
    if (!mongoose.isValidObjectId(req.query.id)) return res.sendStatus(404);
    res.json(await Account.findOne({ _id: req.query.id })); // ok: nosql-injection
  },
  async search(req, res) {
    const conditions = [];
    if (req.body.email) conditions.push({ email: req.body.email });
    const found = await Account.find({ $or: conditions }); // expect: nosql-injection
    res.json(found);
  },
  async byId(req, res) {
    res.json(await Account.findById(req.params.id)); // ok: nosql-injection
  },
};
