import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { analyse, newAnalyzer } from '../../../support/engine.ts';
import { tries } from '../../../support/thorough.ts';

const corpora = path.join(import.meta.dirname, '../../../corpora');

const found = async (name: string, text: string) => {
  const { findings, skips } = await analyse([{ path: name, text }]);
  assert.deepEqual(skips, []);
  return findings.map(({ vulnClass, range }) => `${vulnClass} ${range.startLine}`);
};

describe('code that refers to itself', () => {
  it('is analysed where a switch is turned over and asked at once', async () => {
    const text = [
      "const app = require('express')();",
      'let on = false;',
      'let off = true;',
      "app.get('/', (req, res) => {",
      '  on = !on;',
      '  if (on) res.send(req.query.name);',
      '});',
      "app.get('/other', (req, res) => {",
      '  on = !off && !off;',
      '  off = !on && !on;',
      '  if (off) res.send(req.query.name);',
      '});',
    ].join('\n');
    assert.deepEqual((await found('app.js', text)).sort(), ['xss 11', 'xss 6']);
  });

  it('is analysed where objects are made of their own kind', async () => {
    const text = [
      "const app = require('express')();",
      'class Node { child = new Leaf(); name = "n"; }',
      'class Leaf { parent = new Node(); }',
      "app.get('/', (req, res) => {",
      '  const node = new Node();',
      '  node.name = req.query.name;',
      '  res.send(node.name);',
      '});',
    ].join('\n');
    assert.deepEqual(await found('app.js', text), ['xss 7']);
  });

  for (const language of ['javascript', 'python', 'java']) {
    it(`ends, whatever names stand for each other: ${language}`, async () => {
      const folder = path.join(corpora, language);
      const names = (await readdir(folder, { recursive: true }))
        .filter((name) => /\.(?:[jt]sx?|py|java)$/.test(name))
        .sort();
      const analyzer = await newAnalyzer();
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...names),
          fc.array(fc.tuple(fc.nat(), fc.nat(3)), { minLength: 3, maxLength: 24 }),
          async (name, swaps) => {
            const text = (await readFile(path.join(folder, name), 'utf8')).slice(0, 8_000);
            const words = [...new Set(text.match(/\b[a-z]\w*(?=\s*(?:=|,|\)))/g) ?? [])];
            if (words.length === 0) return;
            const other = new Map(
              swaps.map(([from, to]) => [words[from % words.length], words[to % words.length] ?? '']),
            );
            const swapped = text.replace(/\b[a-z]\w*\b/g, (word) => other.get(word) ?? word);
            await analyzer.analyse({ files: [{ path: name, text: swapped }], fileCount: 1 }, () => undefined);
          },
        ),
        tries(40),
      );
    });
  }
});
