import assert from 'node:assert/strict';
import { Tree } from '../service/analysis/tree.ts';
import { parapet } from './run.ts';

const rule = (id: string, pattern: string): string =>
  `rules:\n  - id: ${id}\n    languages: [python]\n    severity: ERROR\n    message: found\n    pattern: ${pattern}\n`;

describe('parapet rules', function () {
  this.timeout(60_000);

  it('checks rules, and names file, line and column of a mistake', async () => {
    using folder = new Tree({
      'good/launch.yml': rule('no-launch', 'launch(...)'),
      'bad/launch.yml': rule('no-launch', 'launch(('),
    });
    const [good, bad, gone] = await Promise.all([
      parapet(['rules', 'check', folder.at('good')]),
      parapet(['rules', 'check', folder.at('bad')]),
      parapet(['rules', 'check', folder.at('nowhere')]),
    ]);
    assert.equal(good.code, 0, good.stderr);
    assert.match(good.stdout, /1 rule, no mistakes\./);
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /launch\.yml:6:14: no-launch: The pattern does not follow the grammar/);
    assert.match(bad.stdout, /0 rules, 1 mistake\./);
    assert.equal(gone.code, 2);
    assert.match(gone.stderr, /does not exist/);
  });

  it('tests rules on the files beside them', async () => {
    using folder = new Tree({
      'met/launch.yml': rule('no-launch', 'launch(...)'),
      'met/launch.py': '# ruleid: no-launch\nlaunch(1)\n# ok: no-launch\nland(1)\n',
      'unmet/launch.yml': rule('no-launch', 'launch(...)'),
      'unmet/launch.py': '# ruleid: no-launch\nland(1)\n# ok: no-launch\nlaunch(1)\n',
      'none/launch.yml': rule('no-launch', 'launch(...)'),
    });
    const [met, unmet, none] = await Promise.all([
      parapet(['rules', 'test', folder.at('met')]),
      parapet(['rules', 'test', folder.at('unmet')]),
      parapet(['rules', 'test', folder.at('none')]),
    ]);
    assert.equal(met.code, 0, met.stderr);
    assert.match(met.stdout, /1 test, all pass; no mistakes\./);
    assert.equal(unmet.code, 1);
    assert.match(unmet.stderr, /launch\.py:2: no-launch is expected, and not found/);
    assert.match(unmet.stderr, /launch\.py:4: no-launch is found, and not expected/);
    assert.match(unmet.stdout, /1 test, 2 lines differ/);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /has a test beside it/);
  });
});
