import assert from 'node:assert/strict';
import fc from 'fast-check';
import { meaningOf } from '../../../../src/views/rules/yaml/meanings.ts';
import { keyAt, placeAt } from '../../../../src/views/rules/yaml/place.ts';
import { keysBelow, valuesOf } from '../../../../src/views/rules/yaml/words.ts';

/** What is offered where ‸ stands. */
function offered(text: string): readonly string[] {
  const lines = text.split('\n');
  const line = lines.findIndex((one) => one.includes('‸'));
  const character = lines[line]?.indexOf('‸') ?? -1;
  const place = placeAt(
    lines.map((one) => one.replace('‸', '')),
    line,
    character,
  );
  if (!place) return [];
  const values = valuesOf(place.kind === 'value' ? place.key : (place.path.at(-1) ?? ''));
  return values.length > 0 ? values : place.kind === 'key' ? keysBelow(place.path) : [];
}

describe('completion in a rule file', () => {
  it('offers the keys of the mapping at the cursor', () => {
    assert.deepEqual(offered('‸'), ['rules']);
    assert.ok(offered('rules:\n  - ‸').includes('severity'));
    assert.ok(offered('rules:\n- id: a\n  ‸').includes('pattern-sources'));
    assert.ok(
      offered('rules:\n  - id: a\n    metadata:\n      cwe: CWE-1\n    pat‸').includes('pattern-either'),
    );
    assert.deepEqual(offered('rules:\n  - id: a\n    metadata:\n      ‸'), [
      'cwe',
      'references',
      'confidence',
    ]);
    assert.deepEqual(offered('rules:\n  - id: a\n    paths:\n      include:\n        - x\n      ‸'), [
      'include',
      'exclude',
    ]);
  });

  it('offers patterns and conditions inside of patterns, at any depth', () => {
    const deep =
      'rules:\n  - id: a\n    patterns:\n      - pattern-either:\n          - pattern: x\n          - ‸';
    assert.ok(offered(deep).includes('metavariable-regex'));
    assert.ok(!offered(deep).includes('severity'));
    const condition = 'rules:\n  - id: a\n    patterns:\n      - metavariable-regex:\n          ‸';
    assert.deepEqual(offered(condition), ['metavariable', 'regex']);
    const source = 'rules:\n  - id: a\n    mode: taint\n    pattern-sources:\n    - pattern: x\n      ‸';
    assert.ok(offered(source).includes('by-side-effect'));
  });

  it('offers values that can be listed', () => {
    assert.ok(offered('rules:\n  - id: a\n    severity: ‸').includes('ERROR'));
    assert.ok(offered('rules:\n  - id: a\n    languages: [python, j‸').includes('java'));
    assert.ok(offered('rules:\n  - id: a\n    languages:\n      - ‸').includes('python'));
    assert.deepEqual(offered('rules:\n  - id: a\n    mode: ‸'), ['search', 'taint']);
    assert.deepEqual(offered('rules:\n  - id: a\n    message: ‸'), []);
  });

  it('offers nothing in the text of a pattern', () => {
    assert.deepEqual(offered('rules:\n  - id: a\n    pattern: |-\n      ‸'), []);
    assert.deepEqual(offered('rules:\n  - id: a\n    pattern: |\n      if x:\n        ‸'), []);
    assert.deepEqual(offered('rules:\n  - id: a\n    # ‸'), []);
    assert.ok(offered('rules:\n  - id: a\n    pattern: |\n      if x:\n    ‸').includes('message'));
  });

  it('ends for any text', () => {
    const line = fc.stringMatching(/^[ -]{0,6}[a-z: |>#[\]-]{0,12}$/);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.nat(12), fc.nat(20), (lines, at, character) => {
        const place = placeAt(lines, at, character);
        if (place)
          assert.equal(
            lines[at]?.slice(place.from, Math.min(character, lines[at]?.length ?? 0)) ?? '',
            place.typed,
          );
      }),
    );
  });
});

describe('the meaning of a key of a rule file', () => {
  it('is told where the key has one', () => {
    const lines = 'rules:\n  - id: a\n    metadata:\n      id: b'.split('\n');
    assert.deepEqual([keyAt(lines, 1, 5)?.path, keyAt(lines, 1, 5)?.typed], [['rules'], 'id']);
    assert.ok(!keysBelow(keyAt(lines, 3, 7)?.path ?? []).some((key) => key === 'id'));
    assert.equal(keyAt(lines, 1, 9), undefined);
    assert.equal(meaningOf('toString'), undefined);
    assert.match(meaningOf('enabled') ?? '', /switches the rule off/);
  });
});
