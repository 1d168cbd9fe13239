import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { SourceFile } from '../../../src/engine/analysis.ts';
import { readCorpus } from '../../support/corpus.ts';
import { analyse } from '../../support/engine.ts';

const corpora = join(import.meta.dirname, '../../corpora');

/** What packages that are scanned together have in common in spite of all, by case and class. */
const known: Readonly<Record<string, readonly string[]>> = {
  javascript: [
    // A name that no other file mentions has callers outside; another package mentions it.
    'lost mass-assignment/admin regex-injection',
  ],
  java: [],
  python: [
    'lost sql-injection/library_functions.py sql-injection',
    // What one application keeps for a request, another one reads by the same name.
    'new sql-injection/flask-forms xss',
  ],
};

describe('packages in one repository', function () {
  this.timeout(120_000);

  for (const language of ['javascript', 'python']) {
    it(`have the findings that each has by itself: ${language}`, async () => {
      const cases = await readCorpus(corpora, language);
      const files: SourceFile[] = [
        { path: 'package.json', text: '{"private": true, "workspaces": ["packages/*"]}' },
      ];
      const alone = new Map<string, string>();
      for (const [i, one] of cases.entries()) {
        for (const { file, range, vulnClass } of (await analyse(one.files)).findings)
          alone.set(`packages/p${i}/${file}:${range.startLine} ${vulnClass}`, `${one.name} ${vulnClass}`);
        for (const { path, text } of one.files) files.push({ path: `packages/p${i}/${path}`, text });
      }
      const together = new Map<string, string>();
      for (const { file, range, vulnClass } of (await analyse(files)).findings) {
        const name = cases[Number(/^packages\/p(\d+)\//.exec(file)?.[1])]?.name;
        together.set(`${file}:${range.startLine} ${vulnClass}`, `${name} ${vulnClass}`);
      }
      const differences = [
        ...[...alone].filter(([place]) => !together.has(place)).map(([, what]) => `lost ${what}`),
        ...[...together].filter(([place]) => !alone.has(place)).map(([, what]) => `new ${what}`),
      ];
      assert.ok(alone.size > 1_000, String(alone.size));
      assert.deepEqual(differences.toSorted(), known[language]?.toSorted());
    });
  }

  it('are published each by itself, but for what they are given or show', async () => {
    const code = `const { exec } = require('child_process');\nmodule.exports = (name) => exec(name);\n`;
    const at = (folder: string, manifest: object): SourceFile[] => [
      { path: `${folder}/package.json`, text: JSON.stringify(manifest) },
      { path: `${folder}/index.js`, text: code },
    ];
    const { findings } = await analyse([
      { path: 'package.json', text: '{"name": "all", "workspaces": ["packages/*", "more/**"]}' },
      ...at('packages/a', { name: 'a' }),
      ...at('packages/b', { name: 'b', private: true }),
      ...at('packages/a/copies/c', { name: 'c' }),
      ...at('more/deep/d', { name: 'd' }),
      ...at('packages/a/test/fixtures/e', { name: 'e' }),
      ...at('elsewhere/f', { name: 'f' }),
      ...at('node_modules/g', { name: 'g' }),
      ...at('modules/node_modules/@own/h', { name: '@own/h' }),
    ]);
    assert.deepEqual(findings.map(({ file }) => file).toSorted(), [
      'more/deep/d/index.js',
      'packages/a/index.js',
    ]);
  });
});
