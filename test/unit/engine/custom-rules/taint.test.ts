import assert from 'node:assert/strict';
import type { SourceFile } from '../../../../src/engine/analysis.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { newAnalyzer } from '../../../support/engine.ts';
import { problemsOf, rulesOf } from './support.ts';

const rule = (language: string, more = '', id = 'flow'): string => `
  - id: ${id}
    languages: [${language}]
    severity: ERROR
    message: $X is launched
    mode: taint
    pattern-sources:
      - pattern: radio.receive(...)
    pattern-sinks:
      - patterns:
          - pattern: rocket.launch($X)
          - focus-metavariable: $X
${more}`;
const sanitized = '    pattern-sanitizers:\n      - pattern: check(...)\n';

async function found(text: string, files: readonly SourceFile[]): Promise<readonly Finding[]> {
  const rules = await rulesOf(`rules:${text}`);
  const findings: Finding[] = [];
  const analyzer = await newAnalyzer();
  await analyzer.analyse({ files, fileCount: files.length, rules: { digest: '', rules } }, (event) => {
    if (event.type === 'finding' && event.finding.ruleId.startsWith('custom/')) findings.push(event.finding);
  });
  return findings;
}

const linesOf = async (text: string, path: string, code: string): Promise<readonly number[]> =>
  (await found(text, [{ path, text: code }])).map(({ range }) => range.startLine).toSorted((a, b) => a - b);

describe('custom rules about data', function () {
  this.timeout(60_000);

  it('follow it through variables, calls and texts', async () => {
    const code = [
      'import radio, rocket',
      'def send(x):',
      '    rocket.launch(x)',
      'def a():',
      '    order = radio.receive()',
      '    send("go " + order)',
      'def b():',
      '    rocket.launch("go")',
    ].join('\n');
    assert.deepEqual(await linesOf(rule('python'), 'a.py', code), [3]);
  });

  it('follow it from one file to another, and show the way', async () => {
    const findings = await found(rule('javascript'), [
      {
        path: 'send.js',
        text: "const rocket = require('rocket');\nexports.send = (x) => rocket.launch(x);\n",
      },
      {
        path: 'a.js',
        text: "const radio = require('radio');\nconst { send } = require('./send');\nsend(radio.receive());\n",
      },
    ]);
    assert.deepEqual(
      findings.map(({ file, ruleId }) => `${ruleId} ${file}`),
      ['custom/flow send.js'],
    );
    const [flow] = findings[0]?.codeFlows ?? [];
    assert.equal(flow?.steps[0]?.file, 'a.js');
    assert.equal(flow?.steps.at(-1)?.file, 'send.js');
  });

  it('know what makes it safe', async () => {
    const code =
      'import radio, rocket\norder = radio.receive()\nrocket.launch(check(order))\nrocket.launch(order)\n';
    assert.deepEqual(await linesOf(rule('python', sanitized), 'a.py', code), [4]);
  });

  it('are told apart: the source of one is no source of another', async () => {
    const other = rule('python', '', 'other').replace('radio.receive(...)', 'phone.answer(...)');
    const code =
      'import radio, phone, rocket\nrocket.launch(radio.receive())\nrocket.launch(phone.answer())\n';
    const findings = await found(rule('python') + other, [{ path: 'a.py', text: code }]);
    assert.deepEqual(findings.map(({ ruleId, range }) => `${ruleId} ${range.startLine}`).toSorted(), [
      'custom/flow 2',
      'custom/other 3',
    ]);
  });

  it('take a parameter for a source where a rule says so', async () => {
    const parameter = rule('java').replace(
      '      - pattern: radio.receive(...)',
      '      - patterns:\n          - pattern-inside: "@Remote $T $M(..., $P, ...) { ... }"\n          - focus-metavariable: $P',
    );
    const code =
      'class A {\n  @Remote void a(String order) {\n    rocket.launch(order);\n  }\n  void b(String order) {\n    rocket.launch(order);\n  }\n}\n';
    assert.deepEqual(await linesOf(parameter, 'A.java', code), [3]);
  });

  it('leave our own findings as they are', async () => {
    const code = 'import os\nfrom flask import request\ndef f():\n    os.system(request.args["x"])\n';
    const text = rule('python')
      .replace('radio.receive(...)', 'request.args')
      .replace('rocket.launch', 'os.system');
    const rules = await rulesOf(`rules:${text}`);
    const [without, withRules] = await Promise.all(
      [undefined, { digest: '', rules }].map(async (given) => {
        const ids: string[] = [];
        const analyzer = await newAnalyzer();
        await analyzer.analyse(
          { files: [{ path: 'a.py', text: code }], fileCount: 1, rules: given },
          (event) => {
            if (event.type === 'finding') ids.push(event.finding.ruleId);
          },
        );
        return ids.toSorted();
      }),
    );
    assert.deepEqual(withRules, ['custom/flow', ...(without ?? [])].toSorted());
    assert.notDeepEqual(without, []);
  });

  it('are refused with what cannot be followed', async () => {
    const [labels] = await problemsOf(
      `rules:${rule('python').replace('pattern: radio', 'label: A\n        pattern: radio')}`,
    );
    assert.match(labels?.message ?? '', /not supported where data is followed/);
    const [text] = await problemsOf(`rules:${rule('generic')}`);
    assert.match(text?.message ?? '', /followed in code/);
  });

  it('are followed to many places, of which a file tells as many as matter', async () => {
    const code = `import radio, rocket\nx = radio.receive()\n${'rocket.launch(x)\n'.repeat(2_000)}`;
    const lines = await linesOf(rule('python'), 'many.py', code);
    assert.equal(lines.length, 500);
  });

  it('say of each sink what is there', async () => {
    const code = 'import radio, rocket\nfirst = radio.receive()\nsecond = radio.receive()\n';
    const findings = await found(rule('python'), [
      { path: 'two.py', text: `${code}rocket.launch(first)\nrocket.launch(second)\n` },
    ]);
    assert.deepEqual(findings.map(({ message }) => message).toSorted(), [
      'first is launched',
      'second is launched',
    ]);
  });
});
