const express = require('express');
const _ = require('lodash');
const app = express();
const settings = {};

function merge(target, source) {
  for (const key in source) {
    if (typeof source[key] === 'object' && target[key]) merge(target[key], source[key]);
    else target[key] = source[key]; // expect: prototype-pollution
  }
  return target;
}

function mergeSafe(target, source) {
  for (const key of Object.keys(source)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') continue;
    if (typeof source[key] === 'object' && target[key]) mergeSafe(target[key], source[key]);
    else target[key] = source[key]; // ok: prototype-pollution
  }
  return target;
}

app.post('/settings', (req, res) => {
  merge(settings, req.body);
  mergeSafe(settings, req.body);
  settings[req.body.section][req.body.key] = req.body.value; // expect: prototype-pollution
  _.merge({}, req.body); // expect: prototype-pollution
  _.set(settings, req.body.path, req.body.value); // expect: prototype-pollution
  Object.assign({}, req.body); // ok: prototype-pollution
  const byId = new Map();
  byId.set(req.body.key, req.body.value); // ok: prototype-pollution
  res.end();
});
