function isObject(value) {
  return value !== null && typeof value === 'object';
}

function merge(target, source) {
  for (const key in source) {
    if (isObject(source[key]) && isObject(target[key])) {
      merge(target[key], source[key]);
    } else {
      target[key] = source[key]; // expect: prototype-pollution
    }
  }
  return target;
}

function guardedMerge(target, source) {
  for (const key of Object.keys(source)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') continue;
    if (isObject(source[key]) && isObject(target[key])) guardedMerge(target[key], source[key]);
    else target[key] = source[key]; // ok: prototype-pollution
  }
  return target;
}

function shallow(target, source) {
  Object.keys(source).forEach((key) => {
    target[key] = source[key]; // ok: prototype-pollution
  });
  return target;
}

const express = require('express');
const app = express();
app.post('/settings', (req, res) => {
  res.json(merge({}, req.body));
});
app.post('/settings2', (req, res) => {
  res.json(guardedMerge({}, req.body));
});
app.post('/settings3', (req, res) => {
  res.json(shallow({}, req.body));
});
