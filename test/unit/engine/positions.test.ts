import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Finding, Range } from '../../../src/engine/finding.ts';
import { analyse } from '../../support/engine.ts';

/** The text of a range, by the rules that the range is documented with. */
function textOf(text: string, { startLine, startColumn, endLine, endColumn }: Range): string {
  const lines = text.split('\n');
  if (startLine === endLine) return (lines[startLine - 1] ?? '').slice(startColumn - 1, endColumn - 1);
  return [
    (lines[startLine - 1] ?? '').slice(startColumn - 1),
    ...lines.slice(startLine, endLine - 1),
    (lines[endLine - 1] ?? '').slice(0, endColumn - 1),
  ].join('\n');
}

async function only(text: string, path: string): Promise<Finding> {
  const { findings } = await analyse([{ path, text }]);
  assert.equal(findings.length, 1, JSON.stringify(findings.map((f) => [f.vulnClass, f.range])));
  return findings[0] as Finding;
}

const script = `const { exec } = require('child_process');
const app = require('express')();
app.get('/', (req, res) => {
  const name = req.query.name;
  run(name);
});
function run(text) {
  const line = 'run ' + text;
  exec(line);
}
`;

const python = `import os
from flask import request

def handle():
    name = request.args["name"]
    run(name)

def run(text):
    line = "run " + text
    os.system(line)
`;

const java = `import javax.servlet.http.*;
class A extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    String name = request.getParameter("name");
    run(name);
  }
  void run(String text) throws Exception {
    String line = "run " + text;
    Runtime.getRuntime().exec(line);
  }
}
`;

const programs = [
  ['a.js', script, 'exec(line)', 9],
  ['a.py', python, 'system(line)', 10],
  ['A.java', java, 'exec(line)', 9],
] as const;

describe('places of findings', () => {
  for (const [path, text, sink, line] of programs) {
    it(`count from one, the end exclusive: ${path}`, async () => {
      const { range, snippet } = await only(text, path);
      assert.equal(textOf(text, range), sink);
      assert.deepEqual([range.startLine, range.endLine], [line, line]);
      assert.equal(snippet, text.split('\n')[line - 1]?.trim());
    });

    it(`are the same with Windows' line ends, without those in the snippet: ${path}`, async () => {
      const unix = await only(text, path);
      const windows = await only(text.replaceAll('\n', '\r\n'), path);
      assert.deepEqual(windows, unix);
    });

    it(`count tabs as one column and characters outside the basic plane as two: ${path}`, async () => {
      const comment = path.endsWith('.py') ? '#' : '//';
      const changed = `${comment} 😀𝒳 ü\n${text.replaceAll('run ', '😀 run ').replaceAll('  ', '\t')}`;
      const { range } = await only(changed, path);
      assert.equal(textOf(changed, range), sink);
      assert.equal(range.startLine, line + 1);
    });

    it(`are right behind such characters on the same line: ${path}`, async () => {
      const changed = text.replace(/"run "|'run '/, '"😀😀" + "run "').replace(/= ("😀)/, '=    $1');
      const before = await only(text, path);
      const { range } = await only(changed, path);
      assert.deepEqual(range, before.range);
      const oneLine = changed.replace(
        /\n +(?=exec\(line\)|os\.system|Runtime)/,
        path.endsWith('.py') ? '; ' : ' ',
      );
      assert.notEqual(oneLine, changed);
      assert.equal(textOf(oneLine, (await only(oneLine, path)).range), sink);
    });

    it(`are right after a byte order mark: ${path}`, async () => {
      const { range } = await only(`\uFEFF${text}`, path);
      assert.equal(textOf(`\uFEFF${text}`, range), sink);
    });

    it(`follow lines and spaces that come before: ${path}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.nat({ max: 40 }),
          fc.constantFrom('\n', ' \n', '\t\n', '\r\n'),
          async (n, blank) => {
            const changed = blank.repeat(n) + text;
            const { range, fingerprint } = await only(changed, path);
            assert.equal(textOf(changed, range), sink);
            assert.equal(fingerprint, (await only(text, path)).fingerprint);
          },
        ),
        { numRuns: 10 },
      );
    });

    it(`tell the flow step by step: ${path}`, async () => {
      const finding = await only(text, path);
      assert.equal(finding.codeFlows.length, 1);
      const steps = finding.codeFlows[0]?.steps ?? [];
      assert.deepEqual(
        steps.map((step) => step.role),
        ['source', ...steps.slice(2).map(() => 'propagator'), 'sink'],
      );
      const [first] = steps;
      const last = steps.at(-1);
      assert.match(first?.message ?? '', /comes in here\.$/);
      assert.match(
        textOf(text, first?.range as Range),
        /^(query|args|getParameter\("name"\)|request\.args.*)$/,
      );
      assert.deepEqual(last?.range, finding.range);
      for (const step of steps) {
        const named = /`([^`]+)`/.exec(step.message)?.[1];
        if (named !== undefined) {
          assert.ok(step.snippet.includes(named), `${step.message} stands at: ${step.snippet}`);
        }
      }
      const between = steps.slice(1, -1).map((step) => step.range.startLine);
      assert.equal(new Set(between).size, between.length, 'one step a line is enough');
    });
  }

  it('reach over several lines where the expression does', async () => {
    const text = `const { exec } = require('child_process');
require('express')().get('/', (req, res) => {
  exec(
    'run ' +
      req.query.name,
  );
});
`;
    const { range, snippet } = await only(text, 'a.js');
    assert.equal(textOf(text, range), `exec(\n    'run ' +\n      req.query.name,\n  )`);
    assert.deepEqual([range.startLine, range.endLine], [3, 6]);
    assert.ok(snippet.startsWith('exec('));
  });

  it('cut long lines in the snippet', async () => {
    const text = `const { exec } = require('child_process'); require('express')().get('/', (req, res) => { exec('${'a'.repeat(900)}' + req.query.a); });`;
    const { snippet, range } = await only(text, 'a.js');
    assert.equal(snippet.length, 400);
    assert.ok(textOf(text, range).endsWith('req.query.a)'));
  });

  it('name the files of the steps', async () => {
    const { findings } = await analyse([
      {
        path: 'web/app.js',
        text: `const { run } = require('../lib/run');\nrequire('express')().get('/', (req, res) => run(req.query.a));\n`,
      },
      {
        path: 'lib/run.js',
        text: `const { exec } = require('child_process');\nexports.run = (text) => {\n  exec(text);\n};\n`,
      },
    ]);
    assert.deepEqual(
      findings.map(({ file, range, codeFlows }) => [
        file,
        range.startLine,
        codeFlows[0]?.steps.map((step) => `${step.role} ${step.file}:${step.range.startLine}`),
      ]),
      [
        [
          'lib/run.js',
          3,
          ['source web/app.js:2', 'propagator web/app.js:2', 'propagator lib/run.js:2', 'sink lib/run.js:3'],
        ],
      ],
    );
  });
});
