import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { SourceFile } from '../../../src/engine/analysis.ts';
import type { Finding } from '../../../src/engine/finding.ts';
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

const whatOf = ({ vulnClass, score, confidence, source }: Finding): string =>
  `${vulnClass} ${score}/${confidence} ${source?.threatModel}`;

/** Small packages, each wrong in its own way and laid out as others lay out theirs. */
const publishedPackages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  archive: {
    'package.json': '{"name": "archive", "main": "index.js"}',
    'index.js': `const fs = require('fs');
const path = require('path');
const { each } = require('./util');
module.exports = (entries, folder) => each(entries, (entry) => {
  fs.writeFileSync(path.join(folder, entry.path), entry.data);
});
`,
    'util.js': 'exports.each = (list, run) => { for (const one of list) run(one); };\n',
  },
  ports: {
    'package.json': '{"name": "ports", "main": "./lib/ports"}',
    'lib/ports.js': `const { exec } = require('child_process');
const { shell } = require('./util');
exports.kill = (port) => exec(shell('kill', port));
exports.run = (command) => exec(command);
`,
    'lib/util.js': "exports.shell = (program, text) => program + ' ' + text;\n",
  },
  merge: {
    'package.json': '{"name": "@tools/merge", "exports": {".": {"import": "./dist/index.js"}}}',
    'src/index.ts': `import { isObject } from './util.ts';
export function merge(target: any, source: any): any {
  for (const key in source) {
    if (isObject(source[key])) merge(target[key], source[key]);
    else target[key] = source[key];
  }
  return target;
}
`,
    'src/util.ts': "export const isObject = (value: any): boolean => typeof value === 'object';\n",
  },
  trim: {
    'package.json': '{"name": "trim", "exports": {"./*": "./features/*.js"}}',
    'features/end.js': 'export const end = (text) => text.replace(/\\s+$/, "");\n',
  },
  evaluate: {
    'package.json': '{"name": "evaluate", "bin": {"evaluate": "./cli.js"}}',
    'cli.js': `#!/usr/bin/env node
exports.evaluate = (expression) => new Function('return ' + expression)();
exports.evaluate(process.argv[2]);
`,
  },
  markup: {
    'package.json': '{"name": "markup", "dependencies": {"ports": "^1.0.0"}}',
    'index.js': `export function show(element, name) {
  element.innerHTML = '<b>' + name + '</b>';
}
`,
  },
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

  it('have the findings that each has when it is published alone', async () => {
    const files: SourceFile[] = [
      { path: 'package.json', text: '{"private": true, "workspaces": ["packages/*"]}' },
    ];
    const alone: string[] = [];
    for (const [name, sources] of Object.entries(publishedPackages)) {
      const own = Object.entries(sources).map(([path, text]) => ({ path, text }));
      const before = alone.length;
      for (const finding of (await analyse(own)).findings)
        alone.push(`packages/${name}/${finding.file}:${finding.range.startLine} ${whatOf(finding)}`);
      assert.ok(alone.length > before, name);
      for (const { path, text } of own) files.push({ path: `packages/${name}/${path}`, text });
    }
    const together = (await analyse(files)).findings.map(
      (finding) => `${finding.file}:${finding.range.startLine} ${whatOf(finding)}`,
    );
    assert.deepEqual(together.toSorted(), alone.toSorted());
  });

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
