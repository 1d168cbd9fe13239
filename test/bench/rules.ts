/**
 * How far rules of others agree: `node test/bench/rules.ts FOLDER` compiles every file of rules below a folder, runs each rule on the
 * annotated test beside it (the same name, with a language's extension) and prints how many compile and agree.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { annotationsOf, disagreements } from '../../src/engine/custom-rules/annotations.ts';
import { compileRules } from '../../src/engine/custom-rules/compile-rules.ts';
import { ruleIdOf } from '../../src/engine/custom-rules/findings.ts';
import type { CompiledRule } from '../../src/engine/custom-rules/rule.ts';
import { engineOptions, newAnalyzer } from '../support/engine.ts';

interface Tally {
  rules: number;
  compiled: number;
  tested: number;
  agreed: number;
}

const [folder = '', ...options] = process.argv.slice(2);
const isVerbose = options.includes('--verbose');
const only = options.find((option) => option.startsWith('--only='))?.slice(7);
const known = new Set(['js', 'javascript', 'ts', 'typescript', 'python', 'py', 'java', 'generic', 'regex']);

const tallies = new Map<string, Tally>();
const reasons = new Map<string, number>();
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.ya?ml$/.test(name) && !/\.test\.ya?ml$/.test(name) && !name.startsWith('.'))
  .toSorted();

for (const name of files) {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  if (!/^rules:/m.test(text)) continue;
  const languages = [...text.matchAll(/languages:\s*(?:\[([^\]]*)\]|((?:\n\s*-\s*\S+)+))/g)].flatMap(
    ([, flow, block]) =>
      (flow ?? block ?? '')
        .split(/[,\s-]+/)
        .map((one) => one.replaceAll(/['"]/g, '').toLowerCase())
        .filter((one) => one !== ''),
  );
  const language = languages.find((one) => known.has(one));
  if (language === undefined) continue;
  const group = ['js', 'javascript', 'ts', 'typescript'].includes(language) ? 'javascript' : language;
  const mode = /mode:\s*taint/.test(text) ? ' taint' : '';
  const key = `${group}${mode}`;
  const tally = tallies.get(key) ?? { rules: 0, compiled: 0, tested: 0, agreed: 0 };
  tallies.set(key, tally);
  const { rules, problems } = await compileRules([{ file: name, text }], engineOptions);
  tally.rules += rules.length + new Set(problems.map(({ rule, line }) => rule ?? line)).size;
  tally.compiled += rules.length;
  for (const { rule, line, message } of problems) {
    const reason = message.replaceAll(/".*?"|\d+|: .*/g, '…').slice(0, 90);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (isVerbose && (!only || name.includes(only)))
      console.log(`REFUSED ${name}:${line} ${rule ?? ''}: ${message}`);
  }
  const tests = testsOf(path);
  for (const rule of rules) await check(rule, name, tests, tally);
}

async function check(
  rule: CompiledRule,
  name: string,
  tests: readonly string[],
  tally: Tally,
): Promise<void> {
  let tested = false;
  let agreed = true;
  for (const test of tests) {
    const text = readFileSync(test, 'utf8');
    if (!text.includes(rule.id)) continue;
    const annotations = annotationsOf(text, rule.id);
    if (annotations.expected.size + annotations.clean.size === 0) continue;
    tested = true;
    const everywhere = { ...rule, include: [], exclude: [] };
    const wrong = disagreements(annotations, await linesOf(everywhere, basename(test), text));
    if (wrong.length === 0) continue;
    agreed = false;
    if (isVerbose && (!only || name.includes(only)))
      console.log(
        `WRONG ${name} ${rule.id} ${basename(test)}: ${wrong.map(({ line, kind }) => `${kind === 'missing' ? '-' : '+'}${line}`).join(' ')}`,
      );
  }
  if (!tested) return;
  tally.tested++;
  if (agreed) tally.agreed++;
}

/** The lines that a rule finds in a file by itself. */
async function linesOf(rule: CompiledRule, path: string, text: string): Promise<readonly number[]> {
  const lines: number[] = [];
  const analyzer = await newAnalyzer();
  await analyzer.analyse(
    { files: [{ path, text }], fileCount: 1, rules: { digest: rule.id, rules: [rule] } },
    (event) => {
      if (event.type === 'finding' && event.finding.ruleId === ruleIdOf(rule))
        lines.push(event.finding.range.startLine);
      if (event.type === 'skip' && event.skip.detail.includes(rule.id))
        console.log(`STOPPED ${path} ${rule.id}`);
    },
  );
  return lines;
}

/** Files beside a file of rules that have its name, in a language that is analysed. */
function testsOf(path: string): readonly string[] {
  const stem = basename(path, extname(path));
  return readdirSync(dirname(path))
    .filter(
      (name) =>
        name !== basename(path) &&
        name.startsWith(`${stem}.`) &&
        !/\.(?:fixed|ya?ml$)/.test(name.slice(stem.length).replace(/\.test\.ya?ml$/, '')),
    )
    .map((name) => join(dirname(path), name));
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
for (const [language, { rules, compiled, tested, agreed }] of [...tallies].toSorted())
  console.log(
    `${language.padEnd(18)} ${rules} rules, ${share(compiled, rules)} compile; ${agreed} of ${tested} tests agree (${share(agreed, tested)})`,
  );
const sum = (pick: (tally: Tally) => number): number =>
  [...tallies.values()].reduce((total, tally) => total + pick(tally), 0);
console.log(
  `all: ${share(
    sum((one) => one.compiled),
    sum((one) => one.rules),
  )} compile, ${share(
    sum((one) => one.agreed),
    sum((one) => one.tested),
  )} agree`,
);
for (const [reason, count] of [...reasons].toSorted(([, a], [, b]) => b - a).slice(0, 15))
  console.log(`${count}× ${reason}`);
