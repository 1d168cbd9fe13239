const router = require('express').Router();

router.post('/login', (req, res) => {
  req.session.role = req.body.role; // expect: trust-boundary
  req.session.visits = (req.session.visits || 0) + 1; // ok: trust-boundary
  req.session.locale = ['en', 'de'].includes(req.body.locale) ? req.body.locale : 'en'; // ok: trust-boundary
  res.end();
});

module.exports = router;
