// An object has what it has under its own keys, whoever chose them; another one may have a prototype there.
const express = require('express');

const app = express();
app.use(express.json());
const settings = {};

app.post('/filters', (req, res) => {
  const filters = req.body.filters;
  Object.keys(filters).forEach((name) => {
    const filter = filters[name];
    Object.keys(filter).forEach((operator) => {
      filter[operator] = String(filter[operator]); // ok: prototype-pollution
    });
  });
  res.json(filters);
});

app.post('/settings', (req, res) => {
  const given = req.body.settings;
  Object.keys(given).forEach((name) => {
    const setting = settings[name];
    Object.keys(given[name]).forEach((key) => {
      setting[key] = given[name][key]; // expect: prototype-pollution
    });
  });
  res.end();
});
