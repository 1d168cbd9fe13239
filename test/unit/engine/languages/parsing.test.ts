import assert from 'node:assert/strict';
import { Parsing } from '../../../../src/engine/languages/parsing.ts';
import { fileLanguage } from '../../../../src/engine/languages/registry.ts';
import { engineOptions, newAnalyzer } from '../../../support/engine.ts';

/** The parser is given texts in pieces of this length. */
const piece = 5_000;

describe('parsing in pieces', () => {
  let parsing: Parsing;
  before(async () => {
    parsing = await Parsing.create(engineOptions, 60_000);
    await parsing.prepare('A.java');
  });

  /** A class whose field is given the literal at this place. */
  const textAt = (at: number, literal: string): string => {
    const start = 'class A { String s =';
    return `${start}${' '.repeat(at - start.length)}${literal}; }`;
  };

  it('a pair of surrogates that two pieces share is one character', () => {
    for (let at = piece - 4; at <= piece + 4; at++) {
      const text = textAt(at, '"😀é"');
      const { module, skip } = parsing.lower('A.java', text);
      assert.equal(skip, undefined, `at ${at}`);
      const [field] = module?.classes[0]?.fields ?? [];
      assert.ok(field?.init?.k === 'const', `at ${at}`);
      assert.equal(field.init.value, '😀é');
      assert.equal(text.slice(field.init.at, field.init.end), '"😀é"');
    }
  });

  it('names and places are the same whichever piece they stand in', () => {
    const methods = Array.from({ length: 2_000 }, (_, i) => `  int method${i}(int a) { return a + ${i}; }`);
    const text = `class A {\n${methods.join('\n')}\n}`;
    const { module, skip } = parsing.lower('A.java', text);
    assert.equal(skip, undefined);
    const found = (module?.functions ?? []).filter((fn) => fn.kind === 'method');
    assert.equal(found.length, methods.length);
    for (const [i, fn] of found.entries()) {
      assert.equal(fn.name, `method${i}`);
      assert.equal(text.slice(fn.at, fn.end), methods[i]?.trim());
    }
  });

  it('what is cut off for its steps leaves the parser fit for the next file', async () => {
    const hurried = await Parsing.create(engineOptions, 0);
    await hurried.prepare('A.java');
    const long = `class A { int f() { return ${'1 + '.repeat(20_000)}1; } }`;
    assert.equal(hurried.lower('A.java', long).skip?.reason, 'step-limit');
    assert.equal(parsing.lower('B.java', 'class B { }').module?.classes[0]?.name, 'B');
  });
});

describe('scripts without an extension', () => {
  it('are of the language of the program that their first line asks for', () => {
    for (const [first, expected] of [
      ['#!/usr/bin/env node', 'javascript'],
      ['#! /usr/local/bin/node --no-warnings', 'javascript'],
      ['#!/usr/bin/env -S tsx', 'typescript'],
      ['#!/usr/bin/python3.12 -u', 'python'],
      ['#!/usr/bin/env FORCE_COLOR=1 node', 'javascript'],
      ['#!/bin/sh node', undefined],
      ['#!/bin/sh', undefined],
      ['#!/opt/nodejoy/run', undefined],
      ['// #!/usr/bin/env node', undefined],
      ['', undefined],
    ] as const)
      assert.equal(fileLanguage('bin/tool', `${first}\nrest node python\n`)?.id, expected, first);
    assert.equal(fileLanguage('bin.d/tool', '#!/usr/bin/env node\n')?.id, 'javascript');
    assert.equal(fileLanguage('notes.txt', '#!/usr/bin/env node\n'), undefined);
  });

  it('are analysed, also once the first line is another', async () => {
    const analyzer = await newAnalyzer();
    const classesOf = async (text: string): Promise<readonly string[]> => {
      const found: string[] = [];
      await analyzer.analyse({ files: [{ path: 'bin/tool', text }], fileCount: 1 }, (event) => {
        if (event.type === 'finding') found.push(`${event.finding.language} ${event.finding.vulnClass}`);
      });
      return found;
    };
    const script = `#!/usr/bin/env node\nrequire('child_process').exec('ls ' + process.argv[2]);\n`;
    assert.deepEqual(await classesOf(script), ['javascript command-injection']);
    const python = `#!/usr/bin/env python3\nimport os, sys\nos.system('ls ' + sys.argv[1])\n`;
    assert.deepEqual(await classesOf(python), ['python command-injection']);
    assert.deepEqual(await classesOf('#!/bin/sh\nls "$1"\n'), []);
  });
});
