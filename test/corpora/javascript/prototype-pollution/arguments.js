// `arguments`, recursion through a closure, and a guard in a function of its own.
const isBad = (key) => ['__proto__', 'constructor', 'prototype'].includes(key);

function assertKey(key) {
  if (isBad(key)) throw new TypeError('bad key');
}

const extend = function extend() {
  const target = arguments[0];
  for (let i = 1; i < arguments.length; i++) {
    const source = arguments[i];
    Object.keys(source).forEach(function (key) {
      const value = source[key];
      if (value && typeof value === 'object') target[key] = extend(target[key] || {}, value); // expect: prototype-pollution
      else target[key] = value; // expect: prototype-pollution
    });
  }
  return target;
};

const guarded = (target, source) => {
  for (const key of Object.keys(source)) {
    assertKey(key);
    if (typeof source[key] === 'object') guarded(target[key], source[key]);
    else target[key] = source[key]; // ok: prototype-pollution
  }
  return target;
};

function clone(value) {
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const key in value) copy[key] = clone(value[key]); // ok: prototype-pollution
  return copy;
}

const app = require('express')();
app.post('/a', (req, res) => res.json(extend({}, req.body)));
app.post('/b', (req, res) => res.json(guarded({}, req.body)));
app.post('/c', (req, res) => res.json(clone(req.body)));
