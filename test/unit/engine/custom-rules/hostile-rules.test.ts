import assert from 'node:assert/strict';
import { defaultLimits } from '../../../../src/engine/analysis.ts';
import { isIncluded } from '../../../../src/engine/custom-rules/paths.ts';
import { type SearchOutcome, searchFile } from '../../../../src/engine/custom-rules/rule-set.ts';
import { Parsing } from '../../../../src/engine/languages/parsing.ts';
import { engineOptions } from '../../../support/engine.ts';
import { findings, lines, problemsOf, rulesOf, ruleText } from './support.ts';

/** Rules of a repository that somebody else wrote. What takes exponential time here would never end: the test's limit is met. */
describe('hostile custom rules', () => {
  async function search(rules: string, path: string, text: string): Promise<SearchOutcome> {
    const parsing = await Parsing.create(engineOptions, defaultLimits.parseSteps);
    await parsing.prepare(path, text);
    return searchFile({ path, text }, { digest: '', rules: await rulesOf(rules) }, { parsing });
  }

  it('have their paths compared in bounded time', () => {
    assert.equal(isIncluded(`${'a/'.repeat(400)}b.txt`, [`${'**/*a'.repeat(30)}x`], []), false);
    assert.equal(isIncluded(`${'a'.repeat(250)}b.txt`, [`${'*a'.repeat(60)}x`], []), false);
  });

  it('name paths as .gitignore does', () => {
    const cases: readonly (readonly [glob: string, path: string, isHeld: boolean])[] = [
      ['*.py', 'a/b.py', true],
      ['*.py', 'a/b.pyc', false],
      ['src', 'a/src/b.py', true],
      ['src', 'a/srcs/b.py', false],
      ['src/', 'src/b.py', true],
      ['/src/*.py', 'src/a.py', true],
      ['/src/*.py', 'x/src/a.py', false],
      ['src/*.py', 'src/a/b.py', false],
      ['src/**/*.py', 'src/a.py', true],
      ['src/**/*.py', 'src/a/b/c.py', true],
      ['src/**/*.py', 'srca.py', false],
      ['src/**', 'src/a/b.py', true],
      ['**/test/**', 'a/test/b.py', true],
      ['**/test/**', 'a/tests/b.py', false],
      ['a?c.py', 'abc.py', true],
      ['a?c.py', 'a/c.py', false],
      ['a.c', 'abc', false],
      ['[a].py', '[a].py', true],
    ];
    for (const [glob, path, isHeld] of cases)
      assert.equal(isIncluded(path, [glob], []), isHeld, `${glob} and ${path}`);
  });

  it('have few wildcards and few paths', async () => {
    const paths = (list: readonly string[]): string =>
      ruleText('python', 'pattern: f()', `    paths:\n      include: ${JSON.stringify(list)}\n`);
    const [stars] = await problemsOf(paths(['*a'.repeat(21)]));
    assert.match(stars?.message ?? '', /at most 20 times/);
    const [many] = await problemsOf(paths(Array.from({ length: 101 }, (_, i) => `${i}`)));
    assert.match(many?.message ?? '', /at most 100 paths/);
  });

  it('propose no fix where that takes too long', async () => {
    const rule = ruleText(
      'python',
      'pattern: foo($X)',
      '    fix-regex:\n      regex: a*a*a*b\n      replacement: x\n',
    );
    const [long] = await findings(await rulesOf(rule), 'a.py', `foo("${'a'.repeat(20_000)}")`);
    assert.ok(long);
    assert.equal(long.ruleFix, undefined);
    const [short] = await findings(await rulesOf(rule), 'a.py', 'foo("aab")');
    assert.equal(short?.ruleFix?.text, 'foo("x")');
  });

  it('compare in bounded depth', async () => {
    for (const comparison of [`${'2**'.repeat(50_000)}2 > $X`, `${'1+'.repeat(50_000)}1 > $X`]) {
      const [problem] = await problemsOf(
        ruleText(
          'python',
          `patterns:\n  - pattern: f($X)\n  - metavariable-comparison:\n      comparison: "${comparison}"`,
        ),
      );
      assert.match(problem?.message ?? '', /at most 2000 characters/);
    }
    const deepest = `${'1+'.repeat(990)}1 > $X`;
    assert.deepEqual(
      await lines(
        'python',
        `patterns:\n  - pattern: f($X)\n  - metavariable-comparison:\n      comparison: "${deepest}"`,
        'f(990)\nf(991)\n',
      ),
      [1],
    );
  });

  it('end where they match everywhere, and leave what other rules find', async () => {
    const { findings: found, skips } = await search(
      `${ruleText('regex', 'pattern-regex: ".?"').replace('id: rule', 'id: everything')}${ruleText('regex', 'pattern-regex: NEEDLE').replace('rules:\n', '')}`,
      'a.txt',
      `${'a'.repeat(300_000)}\nNEEDLE\n`,
    );
    assert.equal(found.filter(({ ruleId }) => ruleId === 'custom/rule').length, 1);
    assert.ok(found.length <= 501);
    assert.ok(skips.length <= 1);
  });

  it('have a bounded number of findings in a file, and say so', async () => {
    const rules = Array.from(
      { length: 10 },
      (_, i) => `  - {id: r${i}, languages: [python], severity: ERROR, message: found, pattern: $X($Y)}\n`,
    );
    const calls = Array.from({ length: 400 }, (_, i) => `a${i}(${i})`).join('\n');
    const { findings: found, skips } = await search(`rules:\n${rules.join('')}`, 'a.py', calls);
    assert.equal(found.length, 2_000);
    // The first ones have all of theirs.
    assert.equal(found.filter(({ ruleId }) => ruleId === 'custom/r0').length, 400);
    assert.match(skips[0]?.detail ?? '', /more than 2000 findings .* r5, r6, r7 and 2 more/);
  });

  it('take steps of one budget, so that many stop as one would', async () => {
    const rules = Array.from(
      { length: 200 },
      (_, i) =>
        `  - {id: r${i}, languages: [generic], severity: ERROR, message: found, pattern: "a ... $X ... $Y ... b"}\n`,
    );
    const { skips } = await search(`rules:\n${rules.join('')}`, 'a.txt', 'a c '.repeat(400));
    assert.match(skips[0]?.detail ?? '', /Custom rules r.* took too many steps/);
  });

  it('are hidden by comments in bounded time', async () => {
    const needle = 'pattern-regex: NEEDLE';
    assert.deepEqual(await lines('regex', needle, `${'#'.repeat(1_000_000)}\nNEEDLE\n`), [2]);
    assert.deepEqual(await lines('regex', needle, `${'#'.repeat(1_000_000)} NEEDLE\n`), [1]);
    assert.deepEqual(
      await lines('regex', needle, 'NEEDLE # nosemgrep\n# nosem: rule\nNEEDLE\nx # nosemgrep\nNEEDLE\n'),
      [5],
    );
  });
});
