const router = require('express').Router();
const User = require('./user');

router.post('/users', async (req, res) => {
  const user = await User.create(req.body); // expect: mass-assignment
  res.json(user);
});

router.post('/users2', async (req, res) => {
  const { name } = req.body;
  const user = await User.create({ name, admin: false }); // ok: mass-assignment
  res.json(user);
});

router.put('/users/:id', async (req, res) => {
  await User.findByIdAndUpdate(req.params.id, req.body); // expect: mass-assignment
  await User.findByIdAndUpdate(req.params.id, { name: req.body.name }); // ok: mass-assignment
  res.end();
});

router.post('/new', async (req, res) => {
  const user = new User(req.body); // expect: mass-assignment
  await user.save();
  res.end();
});

module.exports = router;
