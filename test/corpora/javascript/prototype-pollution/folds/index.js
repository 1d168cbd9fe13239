// Paths that are walked by a fold, by a variable around a callback, through descriptors and through `this`.
const eachOf = require('each-of');

exports.put = function put(target, path, value) {
  const names = path.split('.');
  return names.reduce(function (at, name, i) {
    if (!at[name]) at[name] = {};
    if (i + 1 === names.length) at[name] = value; // expect: prototype-pollution
    return at[name];
  }, target);
};

exports.widths = function widths(sizes) {
  return sizes.split(',').reduce((sum, size) => {
    sum[size] = size.length; // ok: prototype-pollution
    return sum;
  }, {});
};

exports.replay = function replay(changes, target) {
  changes.forEach(function (change) {
    let at = target;
    change.keys.forEach(function (key, i) {
      if (!(key in at)) at[key] = {};
      if (i < change.keys.length - 1) at = at[key];
      else at[key] = change.value; // expect: prototype-pollution
    });
  });
};

exports.replaySafely = function replaySafely(changes, target) {
  changes.forEach(function (change) {
    let at = target;
    change.keys.forEach(function (key, i) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') return;
      if (i < change.keys.length - 1) at = at[key];
      else at[key] = change.value; // ok: prototype-pollution
    });
  });
};

exports.lazy = function lazy(target, path, get) {
  const keys = path.split('.');
  const last = keys.pop();
  let at = target;
  for (const key of keys) at = at[key] || (at[key] = {});
  Object.defineProperty(at, last, { get }); // expect: prototype-pollution
};

exports.hide = function hide(target, name, value) {
  Object.defineProperty(target, name, { value, enumerable: false }); // ok: prototype-pollution
};

function merge(target, source) {
  for (const key of Reflect.ownKeys(source)) {
    const value = source[key];
    if (value && typeof value === 'object') merge(Reflect.get(target, key), value);
    else Reflect.set(target, key, value); // expect: prototype-pollution
  }
}
exports.merge = merge;

function extend() {
  const given = [].slice.call(arguments);
  const deep = typeof given[0] === 'boolean' ? given.shift() : false;
  const result = given[0];
  for (const source of given.slice(1)) {
    for (const key in source) {
      if (deep && Array.isArray(source[key])) {
        result[key] = extend(true, result[key] || {}, source[key]); // expect: prototype-pollution
      } else result[key] = source[key]; // expect: prototype-pollution
    }
  }
  return result;
}
exports.extend = extend;

function mixin(target) {
  for (let i = 1; i < arguments.length; i++) eachOf(arguments[i], copy, target);
  return target;
}
exports.mixin = mixin;

function copy(value, key) {
  const old = this[key];
  if (old && typeof value === 'object') mixin(old, value);
  else this[key] = value; // expect: prototype-pollution
}
