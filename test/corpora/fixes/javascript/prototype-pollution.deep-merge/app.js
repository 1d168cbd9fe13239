const express = require('express');

const app = express();
app.use(express.json());
const isObject = (value) => typeof value === 'object' && value !== null;

function merge(target, source) {
  for (const key in source) {
    if (isObject(target[key]) && isObject(source[key])) {
      merge(target[key], source[key]);
    } else {
      target[key] = source[key];
    }
  }
  return target;
}

const settings = { colours: { text: 'black' } };
app.post('/settings', (req, res) => {
  res.json(merge(settings, req.body));
});

module.exports = app;
