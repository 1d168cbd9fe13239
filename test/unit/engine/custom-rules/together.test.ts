import assert from 'node:assert/strict';
import type { CompiledRule } from '../../../../src/engine/custom-rules/rule.ts';
import { newAnalyzer } from '../../../support/engine.ts';
import { rulesOf } from './support.ts';

/** Rules with parts in common, which are looked for once. */
const text = `rules:
  - id: writes
    languages: [javascript]
    severity: ERROR
    message: $X is written
    patterns: [{ pattern: "store.write($X, ...)" }, { pattern-not: 'store.write("...", ...)' }]
  - id: writes-in-handler
    languages: [javascript]
    severity: ERROR
    message: $X is written in a handler
    patterns: [{ pattern: "store.write($X, ...)" }, { pattern-inside: "function handle(...) { ... }" }]
  - id: writes-constant
    languages: [javascript]
    severity: ERROR
    message: a constant
    options: { constant_propagation: false }
    pattern: store.write("...", ...)
  - id: parameter
    languages: [javascript]
    severity: ERROR
    message: $X
    mode: taint
    pattern-sources:
      - patterns: [{ pattern-inside: "function $F(..., $P, ...) { ... }" }, { focus-metavariable: $P }]
    pattern-sinks: [{ patterns: [{ pattern: "store.write($X, ...)" }, { focus-metavariable: $X }] }]
  - id: parameter-read
    languages: [javascript]
    severity: ERROR
    message: $X
    mode: taint
    pattern-sources:
      - patterns: [{ pattern-inside: "function $F(..., $P, ...) { ... }" }, { focus-metavariable: $P }]
    pattern-sinks: [{ patterns: [{ pattern: "store.read($X, ...)" }, { focus-metavariable: $X }] }]
`;

const code = `const store = require('store');
const name = 'a';
function handle(request) {
  store.write(request, 1);
  store.write('b', 1);
  store.write(name, 1);
  inner(request);
}
function inner(key) {
  store.read(key);
  [1].forEach(function (each) { store.read(each); store.read(key); });
}
`;

const found = async (rules: readonly CompiledRule[]): Promise<readonly string[]> => {
  const findings: string[] = [];
  const analyzer = await newAnalyzer();
  const files = [{ path: 'a.js', text: code }];
  await analyzer.analyse({ files, fileCount: 1, rules: { digest: '', rules } }, (event) => {
    if (event.type !== 'finding') return;
    const { ruleId, range, message } = event.finding;
    if (ruleId.startsWith('custom/')) findings.push(`${ruleId} ${range.startLine} ${message}`);
  });
  return findings.toSorted();
};

describe('custom rules that hold together', function () {
  this.timeout(60_000);

  it('find what each of them finds alone', async () => {
    const rules = await rulesOf(text);
    const alone: string[] = [];
    for (const rule of rules) alone.push(...(await found([rule])));
    assert.deepEqual(await found(rules), alone.toSorted());
    assert.deepEqual(
      new Set(alone.map((one) => one.split(' ')[0])),
      new Set(rules.map(({ id }) => `custom/${id}`)),
    );
  });
});
