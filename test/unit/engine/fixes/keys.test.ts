import assert from 'node:assert/strict';
import { analyse } from '../../../support/engine.ts';
import { fixed, obstacle } from './support.ts';

const app = (write: string): string => `const app = require('express')();
const store = {};
app.post('/x', (req, res) => {
  ${write}
  res.end();
});
`;

const guard = (key: string): string =>
  `if (${key} === '__proto__' || ${key} === 'constructor' || ${key} === 'prototype') return;`;

describe('keys that lead to the prototype', () => {
  it('are guarded one by one where several are computed: any of them does harm', async () => {
    const write = 'store[req.body.area][req.body.key] = req.body.value;';
    const result = await fixed('app.js', app(write), 'prototype-pollution');
    assert.match(
      result,
      /if \(req\.body\.area === '__proto__' \|\| .*\n {2}if \(req\.body\.key === '__proto__'/,
    );
  });

  for (const [what, write, isFound] of [
    ['the key alone', `${guard('req.body.key')} store[req.body.area][req.body.key] = 1;`, true],
    ['a key alone, by name', `const { area, key } = req.body; ${guard('key')} store[area][key] = 1;`, true],
    [
      'both',
      `${guard('req.body.area')} ${guard('req.body.key')} store[req.body.area][req.body.key] = 1;`,
      false,
    ],
    [
      'each of a list',
      `const keys = req.body.path.split('.');
       if (keys.some((key) => key === '__proto__' || key === 'constructor')) return;
       store[keys[0]][keys[1]] = 1;`,
      false,
    ],
  ] as const) {
    it(`are ${isFound ? 'still dangerous' : 'harmless'} after a check of ${what}`, async () => {
      const { findings } = await analyse([{ path: 'app.js', text: app(write) }]);
      assert.equal(
        findings.some(({ vulnClass }) => vulnClass === 'prototype-pollution'),
        isFound,
      );
    });
  }

  it('are left to a person where they are computed on the spot', async () => {
    const write = 'store[req.body.area.trim()][req.body.key] = req.body.value;';
    assert.match(await obstacle('app.js', app(write), 'prototype-pollution'), /computed where it is used/);
  });
});
