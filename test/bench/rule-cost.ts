/** What custom rules add to a scan: CPU time of one analysis without them, and with rules of each kind. */
import { compileRules } from '../../src/engine/custom-rules/compile-rules.ts';
import type { CompiledRule } from '../../src/engine/custom-rules/rule.ts';
import { engineOptions, newAnalyzer } from '../support/engine.ts';

const fileCount = 600;
const searchRules = 410;
const taintRules = 59;

export async function bench(): Promise<Record<string, unknown>> {
  const search = await compiled(Array.from({ length: searchRules }, (_, i) => searchRule(i)));
  const taint = await compiled(Array.from({ length: taintRules }, (_, i) => taintRule(i)));
  await cost([]);
  const without = await cost([]);
  const result: Record<string, unknown> = { files: fileCount, withoutRules: without.seconds };
  for (const [name, rules] of Object.entries({ search, taint, all: [...search, ...taint] })) {
    const { seconds, findings } = await cost(rules);
    const share = Math.round((100 * seconds) / without.seconds) / 100;
    console.log(`${rules.length} rules (${name}): ${seconds} s of CPU, ${share} times; ${findings} findings`);
    result[name] = { rules: rules.length, seconds, times: share, findings };
  }
  return result;
}

async function compiled(rules: readonly string[]): Promise<readonly CompiledRule[]> {
  const read = await compileRules([{ file: 'rules.yml', text: `rules:\n${rules.join('')}` }], engineOptions);
  if (read.problems.length > 0) throw new Error(read.problems.map(({ message }) => message).join('\n'));
  return read.rules;
}

async function cost(
  rules: readonly CompiledRule[],
): Promise<{ readonly seconds: number; readonly findings: number }> {
  const files = Array.from({ length: fileCount }, (_, i) => ({ path: `src/m${i}.ts`, text: moduleText(i) }));
  const analyzer = await newAnalyzer();
  const before = process.cpuUsage();
  let findings = 0;
  await analyzer.analyse({ files, fileCount, rules: { digest: 'bench', rules } }, (event) => {
    if (event.type === 'finding' && event.finding.ruleId.startsWith('custom/')) findings++;
  });
  const { user, system } = process.cpuUsage(before);
  return { seconds: Math.round((user + system) / 1e5) / 10, findings };
}

const head = (id: string): string =>
  `  - id: ${id}\n    languages: [typescript]\n    severity: ERROR\n    message: found\n`;

/** Every tenth one asks about something that each file has. */
const searchRule = (i: number): string =>
  `${head(`search-${i}`)}    patterns:\n      - pattern: ${i % 10 === 0 ? 'store' : `api${i}`}.write($X, ...)\n      - pattern-not: store.write("...", ...)\n`;

/** A third has sources and sinks that occur, a third sources alone, a third neither. */
const taintRule = (i: number): string =>
  `${head(`taint-${i}`)}    mode: taint
    pattern-sources:
      - pattern: ${i % 3 === 2 ? `absent${i}` : 'request'}.query.$NAME
      - patterns: [{ pattern-inside: "function $F(..., $ARG, ...) { ... }" }, { focus-metavariable: $ARG }]
    pattern-sinks:
      - patterns: [{ pattern: "${i % 3 === 0 ? 'store' : `sink${i}`}.write($KEY, $VALUE)" }, { focus-metavariable: $VALUE }]
    pattern-sanitizers:
      - pattern: check${i}(...)
`;

function moduleText(i: number): string {
  const functions = Array.from(
    { length: 12 },
    (_, f) => `
export function step${f}(input: string, amount: number): string {
  const parts = input.split(',').map((part) => part.trim());
  if (amount > parts.length) return step${(f + 1) % 12}(parts.join(';'), amount - 1);
  store.write('step${f}', { text: parts[0], amount, at: [${f}, amount * ${f}] });
  return parts.filter((part) => part !== '').join(${JSON.stringify(`-${f}-`)});
}`,
  );
  const imported = i === 0 ? '' : `import { step0 as earlier } from './m${Math.floor(i / 2)}';\n`;
  return `import { store } from 'store';\n${imported}${functions.join('\n')}
export function handle(request: { query: Record<string, string> }): void {
  const name = ${i === 0 ? 'step1' : 'earlier'}(request.query.name ?? '', ${i});
  store.write(name, request.query.value);
}
`;
}
