'use strict';

module.exports = function set(object, path, value) {
  const keys = Array.isArray(path) ? path : path.split('.');
  let current = object;
  for (let i = 0; i < keys.length - 1; i++) {
    const key = keys[i];
    if (!current[key]) current[key] = {};
    current = current[key];
  }
  current[keys[keys.length - 1]] = value; // expect: prototype-pollution
  return object;
};

module.exports.safe = function safeSet(object, path, value) {
  const keys = path.split('.');
  if (keys.some((key) => key === '__proto__' || key === 'constructor' || key === 'prototype')) return object;
  let current = object;
  while (keys.length > 1) {
    const key = keys.shift();
    current = current[key] ?? {};
  }
  current[keys[0]] = value; // ok: prototype-pollution
  return object;
};

module.exports.get = function get(object, path) {
  return path.split('.').reduce((value, key) => value && value[key], object);
};
