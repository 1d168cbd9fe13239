const nconf = require('nconf');
const router = require('express').Router();

router.get('/group/:slug', (req, res) => {
  res.redirect(`${nconf.get('relative_path')}/groups/${req.params.slug}`); // ok: open-redirect
  res.redirect(nconf.get('relative_path') + req.query.next); // expect: open-redirect
});

router.get('/local', (req, res) => {
  const { to } = req.query;
  if (/^\/(?!\/)/.test(to)) res.redirect(to); // ok: open-redirect
});

router.post('/saved', (req, res) => {
  const back = req.query.back;
  res.redirect(typeof back === 'string' && back.startsWith('/') && !back.startsWith('//') ? back : '/'); // ok: open-redirect
});

module.exports = router;
