const _ = require('lodash');
const app = require('express')();

app.put('/prefs', (req, res) => {
  const prefs = { theme: 'light' };
  _.merge(prefs, req.body); // expect: prototype-pollution
  _.set(prefs, req.query.path, true); // expect: prototype-pollution
  _.set(prefs, 'theme.name', req.query.name); // ok: prototype-pollution
  _.merge(prefs, { theme: 'dark' }); // ok: prototype-pollution
  res.json(prefs);
});
