import assert from 'node:assert/strict';
import { patternOf, ruleText } from '../../../../src/views/rules/pattern.ts';

describe('a pattern of selected code', () => {
  it('has metavariables for data, and keeps what is called', () => {
    assert.equal(patternOf('db.query("SELECT * FROM t WHERE id = " + userId)'), 'db.query("..." + $USER_ID)');
    assert.equal(patternOf('subprocess.run(command, shell=True)'), 'subprocess.run($COMMAND, shell=True)');
    assert.equal(patternOf('const a = exec(a, b);'), 'const $A = exec($A, $B)');
    assert.equal(patternOf('run({ shell: flag })'), 'run({ shell: $FLAG })');
  });

  it('begins at the margin', () => {
    assert.equal(patternOf('    if x:\n        run(y)\n'), 'if $X:\n    run($Y)');
    assert.equal(patternOf('if (x) {\n      run(y);\n    }'), 'if ($X) {\n  run($Y);\n}');
  });

  it('stands in a rule of the editor’s language, as it is where no language has patterns', () => {
    const text = ruleText('avoid-eval', 'typescriptreact', 'eval(text)');
    assert.match(text, /languages: \[typescript\]/);
    assert.match(text, /pattern: \|-\n {6}eval\(\$TEXT\)\n/);
    assert.match(ruleText('x', 'go', 'f(y)'), /languages: \[generic\][\s\S]* {6}f\(y\)\n/);
  });
});
