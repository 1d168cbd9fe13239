import assert from 'node:assert/strict';
import { annotationsOf } from '../../../../src/engine/custom-rules/annotations.ts';
import { exampleText } from '../../../../src/views/rules/example-text.ts';
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

describe('an example of a rule', () => {
  const code = '    if (x) {\n      eval(x);\n    }';

  it('has a comment that says what the rule does, and keeps the code as it is', () => {
    assert.equal(
      exampleText('', '.js', { kind: 'ruleid', ruleId: 'no-eval', code }),
      '// ruleid: no-eval\nif (x) {\n  eval(x);\n}\n',
    );
    assert.equal(
      exampleText('a = 1', '.py', { kind: 'ok', ruleId: 'no-eval', code: 'b = 2' }),
      '\n\n# ok: no-eval\nb = 2\n',
    );
  });

  it('is read as it was meant, in every kind of file', () => {
    for (const extension of ['.js', '.py', '.java', '.html', '.tf', '.other']) {
      const text = exampleText('x\n', extension, { kind: 'ruleid', ruleId: 'no-eval', code });
      assert.deepEqual([...annotationsOf(`x\n${text}`, 'no-eval').expected], [4], extension);
    }
  });
});
