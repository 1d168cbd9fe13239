import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'yaml';
import { switchedText } from '../../../../src/views/rules/switch-text.ts';

const file = `# Rules of the shop.
rules:
  - id: no-eval # not even here
    languages: [javascript]
    pattern: eval($X)

  - severity: ERROR
    id: "no shell"
    pattern: |-
      id: no-eval
`;

function switched(text: string, id: string, enabled: boolean): string | undefined {
  const change = switchedText(text, id, enabled);
  return change && text.slice(0, change.from) + change.text + text.slice(change.to);
}

describe('a rule that is switched in its file', () => {
  it('has enabled: false below its id, and nothing else changes', () => {
    assert.equal(switched(file, 'no-eval', false), file.replace('here\n', 'here\n    enabled: false\n'));
    assert.equal(
      switched(file, 'no shell', false),
      file.replace('"no shell"\n', '"no shell"\n    enabled: false\n'),
    );
  });

  it('is as it was once it is on again', () => {
    for (const id of ['no-eval', 'no shell'])
      for (const text of [file, file.replaceAll('\n', '\r\n'), file.trimEnd(), `${file}\n\n`]) {
        const off = switched(text, id, false) ?? '';
        assert.equal(switched(off, id, true), text);
      }
  });

  it('keeps what a person wrote beside the switch', () => {
    const text = 'rules:\n  - id: a\n    enabled: false # until May\n';
    assert.equal(switched(text, 'a', true), text.replace('false', 'true'));
    assert.equal(switched(text.replace('false', 'true'), 'a', false), text);
    const first = 'rules:\n  - enabled: false\n    id: a\n';
    assert.equal(switched(first, 'a', true), first.replace('false', 'true'));
    const flow = 'rules: [{id: a, pattern: x}]';
    assert.equal(switched(flow, 'a', false), 'rules: [{id: a, enabled: false, pattern: x}]');
  });

  it('changes nothing where there is nothing to change', () => {
    assert.equal(switched(file, 'no-eval', true), undefined);
    assert.equal(switched(file, 'other', false), undefined);
    assert.equal(switched('rules: [', 'a', false), undefined);
    assert.equal(switched('- {{', 'a', true), undefined);
  });

  it('reads as switched, whatever the rules are', () => {
    const rule = fc.record({
      id: fc.stringMatching(/^[a-z][a-z-]{0,10}$/),
      first: fc.boolean(),
      comment: fc.boolean(),
      enabled: fc.constantFrom(undefined, true, false),
    });
    fc.assert(
      fc.property(fc.uniqueArray(rule, { selector: ({ id }) => id, minLength: 1, maxLength: 4 }), (rules) => {
        const text = `rules:\n${rules
          .map(({ id, first, comment, enabled }) => {
            const keys = [
              `id: ${id}${comment ? ' # why' : ''}`,
              ...(enabled === undefined ? [] : [`enabled: ${enabled}`]),
              'pattern: x',
            ];
            return `  - ${(first ? keys : keys.toReversed()).join('\n    ')}\n`;
          })
          .join('')}`;
        for (const { id, enabled = true } of rules) {
          const after = switched(text, id, !enabled);
          assert.ok(after !== undefined);
          const read = parse(after).rules.find((one: { id: string }) => one.id === id);
          assert.equal(read.enabled ?? true, !enabled);
          assert.equal(parse(after).rules.length, rules.length);
        }
      }),
    );
  });
});
