const app = require('express')();

app.get('/plugin', (req, res) => {
  const plugin = require('./plugins/' + req.query.name); // expect: unsafe-reflection
  res.json(plugin.info());
});

const plugins = { csv: require('./plugins/csv'), json: require('./plugins/json') };
app.get('/known', (req, res) => {
  const plugin = plugins[req.query.name];
  res.json(plugin ? plugin.info() : null); // ok: unsafe-reflection
});

app.get('/locale', async (req, res) => {
  const lang = ['en', 'de'].includes(req.query.lang) ? req.query.lang : 'en';
  const texts = await import(`./locales/${lang}.js`); // ok: unsafe-reflection
  const other = await import(`./locales/${req.query.lang}.js`); // expect: unsafe-reflection
  res.json({ texts, other });
});
