const User = require('../models/user');
const audit = require('../services/audit');
const _ = require('lodash');

exports.list = async (req, res) => {
  const page = Math.max(1, +req.query.page || 1);
  const found = await User.find({ role: String(req.query.role) }).skip((page - 1) * 20); // ok: nosql-injection
  await User.search(req.query.name);
  res.json(found);
};
exports.show = async function (req, res) {
  const user = await User.findById(req.params.id); // ok: nosql-injection
  if (!user) return res.status(404).send(`No user ${req.params.id}`); // expect: xss
  res.json(user);
};
exports.update = async (req, res) => {
  const user = await User.findById(req.params.id);
  Object.assign(user, req.body); // expect: mass-assignment
  await user.save();
  const fields = _.pick(req.body, ['name', 'email']);
  await User.updateOne({ _id: req.params.id }, { $set: fields }); // ok: mass-assignment, nosql-injection
  await User.findByIdAndUpdate(req.params.id, req.body); // expect: mass-assignment
  audit.record(req.user, 'update', req.body.note);
  res.end();
};
exports.login = async (req, res) => {
  const { email, password } = req.body;
  if (typeof email !== 'string') return res.sendStatus(400);
  const safe = await User.findOne({ email }); // ok: nosql-injection
  const user = await User.findByEmail(req.body.mail);
  if (user && user.check(password)) {
    req.session.user = { id: user.id };
    return res.redirect(req.session.returnTo || '/'); // ok: open-redirect
  }
  res.redirect(`/login?email=${email}`); // ok: open-redirect
  void safe;
};
