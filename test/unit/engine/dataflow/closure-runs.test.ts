import assert from 'node:assert/strict';
import { type Analysed, analyse } from '../../../support/engine.ts';

const times = (count: number, part: (i: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, i) => part(i)).join(between);

const scan = (text: string): Promise<Analysed> =>
  analyse([
    {
      path: 'a.js',
      text: `const { exec } = require('child_process');\nconst app = require('express')();\n${text}`,
    },
  ]);

const lines = ({ findings }: Analysed, vulnClass = 'command-injection'): readonly number[] =>
  findings
    .filter((finding) => finding.vulnClass === vulnClass)
    .map(({ range }) => range.startLine)
    .toSorted((a, b) => a - b);

/** Statements that take many steps inside a function that closes over `seed`. */
const work = times(60, (i) => `  let w${i} = [seed, ${i}].map((v) => v + 1).filter((v) => v > ${i});`, '\n');

describe('functions that close over variables', () => {
  it('are followed through promises in each other, however deep', async () => {
    const result = await scan(`
function mk(options) {
  return (req, res) => new Promise((resolve) => load(options).then(() => new Promise((next) => {
    load(options).then(() => new Promise((last) => {
      load(options).then(() => { const go = () => { const run = () => exec(req.query.c); run(); }; go(); last(); });
    }));
    next();
  })));
}
const load = (options) => Promise.resolve(options);
app.use(mk({}));`);
    assert.equal(lines(result).length, 1);
    assert.deepEqual(result.skips, []);
  });

  it('are followed although they double at each of 30 levels', async () => {
    const result = await scan(`app.get('/', (req, res) => {
  const a = req.query.a;
  ${times(30, (i) => `const f${i} = (x) => { f${i + 1}(x + a); f${i + 1}(x); };\n`)}
  const f30 = (x) => exec(x);
  f0(a);
});`);
    assert.deepEqual(lines(result), [36]);
    assert.deepEqual(result.skips, []);
  });

  it('are followed after much else was run in place, with what each call passes', async () => {
    const result = await scan(`app.get('/', (req, res) => {
  const seed = 1;
  const busy = () => {
${work}
  };
  ${times(60, () => 'busy();')}
  const shell = (first, second) => { exec(first); exec(second.text); };
  ${times(6, (i) => `shell('ls', { text: 'x${i}' });`)}
  const safe = (text) => { exec(text); };
  ${times(6, (i) => `safe('ls ${i}');`)}
  shell('ls', { text: req.query.b });
});`);
    assert.deepEqual(lines(result), [68]);
    assert.deepEqual(result.skips, []);
  });

  it('give back what went in, after much else was run in place', async () => {
    const result = await scan(`app.get('/', (req, res) => {
  const seed = 1;
  const busy = () => {
${work}
  };
  ${times(60, () => 'busy();')}
  const prefix = req.query.prefix;
  const named = (name) => prefix + name;
  const plain = (name) => seed + name;
  ${times(9, (i) => `exec(plain('a${i}'));`)}
  ${times(9, (i) => `plain(req.query.q${i});`)}
  exec(named('x'));
});`);
    assert.deepEqual(lines(result), [73]);
  });

  it('give back nothing of what went into other calls, after much else was run in place', async () => {
    const result = await scan(`app.get('/', (req, res) => {
  const seed = 1;
  const busy = () => {
${work}
  };
  ${times(60, () => 'busy();')}
  const plain = (name) => seed + name;
  ${times(9, (i) => `plain(req.query.q${i});`)}
  const first = plain('a');
  exec(first);
  const second = plain('b' + seed);
  exec(second);
});`);
    assert.deepEqual(lines(result), []);
  });

  it('that call themselves end', async () => {
    const result = await scan(`app.get('/', (req, res) => {
  const walk = (node, depth) => { for (const child of node.children) walk(child, depth + 1); exec(node.name); };
  walk(req.body, 0);
});`);
    assert.deepEqual(lines(result), [4]);
  });
});
