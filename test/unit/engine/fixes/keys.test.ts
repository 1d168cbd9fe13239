import assert from 'node:assert/strict';
import { obstacle } from './support.ts';

const app = (write: string): string => `const app = require('express')();
const store = {};
app.post('/x', (req, res) => {
  ${write}
  res.end();
});
`;

describe('keys that lead to the prototype', () => {
  it('are not called safe where another computed key comes before: any of them does harm', async () => {
    const write = 'store[req.body.area][req.body.key] = req.body.value;';
    const reason = await obstacle('app.js', app(write), 'prototype-pollution');
    assert.match(reason, /More than one key/);
  });
});
