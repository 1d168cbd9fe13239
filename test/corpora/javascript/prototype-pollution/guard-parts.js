const express = require('express');

const app = express();
const refused = ['__proto__', 'constructor'];

function unflatten(fields) {
  const result = {};
  for (const name of Object.keys(fields)) {
    const parts = name.split('.');
    let holder = result;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      if (refused.includes(part)) continue;
      if (i === parts.length - 1) holder[part] = fields[name]; // ok: prototype-pollution
      else holder = holder[part] ?? (holder[part] = {});
    }
  }
  return result;
}

function unflattenAll(fields) {
  const result = {};
  for (const name of Object.keys(fields)) {
    const parts = name.split('.');
    let holder = result;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      if (part === '') continue;
      if (i === parts.length - 1) holder[part] = fields[name]; // expect: prototype-pollution
      else holder = holder[part] ?? (holder[part] = {});
    }
  }
  return result;
}

app.post('/fields', (req, res) => res.json([unflatten(req.body), unflattenAll(req.body)]));
