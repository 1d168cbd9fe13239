import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Finding } from '../../../../src/engine/finding.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';

const rule = `rules:
  - id: no-shell
    languages: [python]
    severity: ERROR
    message: Pass a list instead of $COMMAND.
    pattern: subprocess.run($COMMAND, ..., shell=True, ...)
  - id: wrong
    languages: [python]
    severity: ERROR
    message: Wrong.
    pattern-typo: x
`;

describe('a check of custom rules', () => {
  const runner = createScanRunner();
  let root: string;
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'parapet-rules-'));
    await mkdir(path.join(root, 'src'));
    const call = 'import subprocess\nsubprocess.run(command, shell=True)\n';
    await writeFile(path.join(root, 'src/a.py'), call);
    await writeFile(path.join(root, 'b.py'), call);
    await writeFile(path.join(root, 'c.js'), 'subprocess.run(command);\n');
  });
  after(async () => {
    await runner.close();
    await rm(root, { recursive: true });
  });

  const check = (given: {
    content?: string;
    pathPrefix?: string;
    maximumMatches?: number;
    example?: string;
    followData?: boolean;
  }) =>
    runner.checkRules({
      root,
      content: given.content ?? rule,
      examples: given.example === undefined ? [] : [{ path: 'no-shell.py', text: given.example }],
      pathPrefix: given.pathPrefix ?? '',
      maximumMatches: given.maximumMatches ?? 100,
      followData: given.followData ?? false,
    });

  it('tells what is wrong in one rule, and what the others find', async () => {
    const checked = await check({});
    assert.deepEqual(
      checked.rules.map(({ id, line }) => [id, line]),
      [['no-shell', 2]],
    );
    assert.deepEqual(
      checked.problems.map(({ rule: id, line }) => [id, line]),
      [['wrong', 11]],
    );
    assert.deepEqual(
      checked.findings.map(({ file, range, message }) => [file, range.startLine, message]),
      [
        ['b.py', 2, 'Pass a list instead of command.'],
        ['src/a.py', 2, 'Pass a list instead of command.'],
      ],
    );
    assert.equal(checked.isWhole, true);
  });

  it('searches what it is asked for, and says where it stopped', async () => {
    assert.deepEqual(
      (await check({ pathPrefix: 'src/' })).findings.map(({ file }) => file),
      ['src/a.py'],
    );
    const some = await check({ maximumMatches: 1 });
    assert.equal(some.findings.length, 1);
    assert.equal(some.isWhole, false);
  });

  it('compares examples with their comments', async () => {
    const example =
      'import subprocess\n# ruleid: no-shell\nsubprocess.run([a])\n# ok: no-shell\nsubprocess.run(a, shell=True)\n';
    const { differences, examplesRun } = await check({ example });
    assert.equal(examplesRun, 1);
    assert.deepEqual(
      differences.map(({ line, kind, ruleId }) => [line, kind, ruleId]),
      [
        [3, 'missing', 'no-shell'],
        [5, 'unexpected', 'no-shell'],
      ],
    );
  });

  it('runs a rule that follows data on its examples, and says that only a scan searches for it', async () => {
    const content = `rules:
  - id: no-eval
    languages: [python]
    severity: ERROR
    message: No.
    mode: taint
    pattern-sources: [{ pattern: read_input() }]
    pattern-sinks: [{ pattern: evaluate(...) }]
`;
    const example = '# ruleid: no-eval\nevaluate(read_input())\n# ok: no-eval\nevaluate("1")\n';
    const checked = await check({ content, example });
    assert.deepEqual(checked.problems, []);
    assert.deepEqual(checked.notSearched, ['no-eval']);
    assert.deepEqual([checked.examplesRun, checked.differences], [1, []]);
    const wrong = await check({ content, example: '# ruleid: no-eval\nevaluate("1")\n' });
    assert.deepEqual(
      wrong.differences.map(({ line, kind }) => [line, kind]),
      [[2, 'missing']],
    );
  });

  it('follows data through files where it is asked to, as a scan does', async () => {
    await writeFile(path.join(root, 'helper.py'), 'def run(text):\n    evaluate(text)\n');
    await writeFile(path.join(root, 'main.py'), 'from helper import run\n\nrun(read_input())\nrun("1")\n');
    const content = `rules:
  - id: no-eval
    languages: [python]
    severity: ERROR
    message: No.
    mode: taint
    pattern-sources: [{ pattern: read_input() }]
    pattern-sinks: [{ pattern: evaluate(...) }]
`;
    const { findings, notSearched, isWhole } = await check({ content, followData: true });
    assert.deepEqual([notSearched, isWhole], [[], true]);
    assert.deepEqual(
      findings.map(({ file, range, codeFlows: [flow] }) => [
        `${file}:${range.startLine}`,
        flow?.steps.map((step) => `${step.file}:${step.range.startLine}`).at(0),
      ]),
      [['helper.py:2', 'main.py:3']],
    );
    const scanned: Finding[] = [];
    await runner.scanFolder({
      root,
      again: false,
      signal: new AbortController().signal,
      ofOrganization: {
        digest: content,
        rules: [{ file: 'rules.yml', text: content }],
        ...{ models: [], added: [], switchedOn: [], switchedOff: [] },
      },
      on: (event) => {
        if (event.type === 'finding' && event.finding.ruleId === 'custom/no-eval')
          scanned.push(event.finding);
      },
    });
    const places = ({ file, range, codeFlows }: Finding) => ({ file, range, codeFlows });
    assert.deepEqual(scanned.map(places), findings.map(places));
  });

  it('lists a rule that its file switches off, and does not run it', async () => {
    const content = rule.replace('- id: no-shell', '- id: no-shell\n    enabled: false');
    const { rules, findings, problems } = await check({
      content: `${content.split('  - id: wrong')[0]}`,
      example: '# ruleid: no-shell\nsubprocess.run([a])\n',
    });
    assert.deepEqual([problems, findings], [[], []]);
    assert.deepEqual(
      rules.map(({ id, line, enabled }) => [id, line, enabled]),
      [['no-shell', 2, false]],
    );
  });

  it('leaves a rule out whose switch is neither on nor off', async () => {
    const content = rule.replace('- id: no-shell', '- id: no-shell\n    enabled: perhaps');
    const { rules, problems } = await check({ content });
    assert.deepEqual(rules, []);
    assert.match(problems[0]?.message ?? '', /"enabled" is true or false/);
  });
});
