/** What the target has under a key of its own is no prototype. */
function mergeOwn(target, defaults) {
  for (const key in defaults) {
    if (target.hasOwnProperty(key)) mergeOwn(target[key], defaults[key]);
    else target[key] = defaults[key]; // ok: prototype-pollution
  }
  return target;
}

function mergeHas(target, defaults) {
  for (const key of Object.keys(defaults)) {
    if (Object.hasOwn(target, key)) mergeHas(target[key], defaults[key]);
    else target[key] = defaults[key]; // ok: prototype-pollution
  }
  return target;
}

/** The attacker's object has a `__proto__` of its own. */
function mergeFrom(target, defaults) {
  for (const key in defaults) {
    if (!Object.prototype.hasOwnProperty.call(defaults, key)) continue;
    if (target[key]) mergeFrom(target[key], defaults[key]);
    else target[key] = defaults[key]; // expect: prototype-pollution
  }
  return target;
}

module.exports = { mergeOwn, mergeHas, mergeFrom };
