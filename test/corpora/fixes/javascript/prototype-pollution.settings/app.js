const express = require('express');

const app = express();
app.use(express.json());

function merge(target, source) {
  for (const key of Object.keys(source)) {
    if (typeof target[key] === 'object' && typeof source[key] === 'object') merge(target[key], source[key]);
    else target[key] = source[key];
  }
  return target;
}

const settings = { colours: { text: 'black' } };
app.post('/settings', (req, res) => {
  res.json(merge(settings, req.body));
});

module.exports = app;
