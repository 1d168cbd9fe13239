import { itemsOf, type LocatedValue, membersOf, textOf } from '../../files/structured/value.ts';
import { readYaml } from '../../files/structured/yaml.ts';
import type { CompiledRule, RuleProblem, Search, Target } from '../rule.ts';
import { type CompilePattern, formulaKeys, readFormula } from './formula.ts';
import { ruleKeys, taintKeys } from './keys.ts';
import { readLanguages } from './languages.ts';
import { Problems, Unreadable } from './problems.ts';
import { readEnabled, readFix, readMetadata, readOptions, readPaths, readSeverity } from './rule-fields.ts';
import { readTaint } from './taint.ts';
import { wordsOf } from './words.ts';

export interface ReadRules {
  readonly rules: readonly CompiledRule[];
  /** Rules that their files switch off with `enabled: false`. */
  readonly disabled: readonly CompiledRule[];
  readonly problems: readonly RuleProblem[];
}

/** Rules of one file. */
export const maximumRules = 2_000;

const acceptedKeys: ReadonlySet<string> = new Set([
  ...ruleKeys,
  // They say nothing that a scan needs.
  ...['min-version', 'max-version', 'category', 'technology', 'references', 'examples'],
  ...taintKeys,
  ...formulaKeys,
]);

/** Reads a file of rules: each that cannot be read is left out and named, the others hold. Never throws for what is in it. */
export function readRules(file: string, text: string, compile: CompilePattern): ReadRules {
  const problems = new Problems(file, text);
  let root: LocatedValue;
  try {
    const read = readYaml(text);
    root = read.root;
    for (const { offset, message } of read.faults) problems.add(offset, message);
  } catch (error) {
    problems.add(0, error instanceof Error ? error.message : String(error));
    return { rules: [], disabled: [], problems: problems.list };
  }
  if (problems.list.length > 0) return { rules: [], disabled: [], problems: problems.list };
  const items = itemsOf(membersOf(root).get('rules')?.value);
  if (items.length === 0)
    problems.add(root.start, 'A file of rules is a map with a list of rules: "rules: [...]".');
  if (items.length > maximumRules) {
    problems.add(
      items[maximumRules]?.start ?? 0,
      `A file has at most ${maximumRules} rules; this one and those after it are left out.`,
    );
  }
  const rules = new Map<string, CompiledRule>();
  const disabled = new Set<CompiledRule>();
  for (const item of items.slice(0, maximumRules)) {
    const id = textOf(membersOf(item).get('id')?.value);
    try {
      const rule = readRule(item, file, problems.lineOf(item.start), compile);
      if (rules.has(rule.id)) throw new Unreadable(item, `The rule ${rule.id} is there twice.`);
      if (!readEnabled(membersOf(item).get('enabled')?.value)) disabled.add(rule);
      rules.set(rule.id, rule);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.add(error.place.start, error.message, id);
    }
  }
  return {
    rules: [...rules.values()].filter((rule) => !disabled.has(rule)),
    disabled: [...disabled],
    problems: problems.list,
  };
}

function readRule(rule: LocatedValue, file: string, line: number, compile: CompilePattern): CompiledRule {
  const members = membersOf(rule);
  const id = textOf(members.get('id')?.value);
  if (id === undefined || !/^[\w.-]{1,200}$/.test(id))
    throw new Unreadable(
      members.get('id')?.value ?? rule,
      '"id" is a name of letters, digits, "-", "_" and ".".',
    );
  const mode = textOf(members.get('mode')?.value) ?? 'search';
  if (mode !== 'search' && mode !== 'taint')
    throw new Unreadable(
      members.get('mode')?.value ?? rule,
      `"mode: ${mode}" is not supported; search and taint are.`,
    );
  for (const [key, { key: place }] of members)
    if (!acceptedKeys.has(key)) throw new Unreadable(place, `"${key}" is not supported.`);
  const message = textOf(members.get('message')?.value);
  if (message === undefined)
    throw new Unreadable(members.get('message')?.value ?? rule, '"message" is a text.');
  const languages = readLanguages(members.get('languages')?.value, rule);
  const searches: Partial<Record<Target, Search>> = {};
  const words: Partial<Record<Target, ReturnType<typeof wordsOf>>> = {};
  for (const target of languages.targets) {
    const context = { target, compile, budget: { count: 0 } };
    if (mode === 'taint' && target === 'text')
      throw new Unreadable(
        members.get('mode')?.value ?? rule,
        'Data is followed in code, not in text of any kind.',
      );
    const search: Search =
      mode === 'taint'
        ? readTaint(rule, context)
        : { mode: 'search', formula: readFormula(onlyFormula(rule), context) };
    searches[target] = search;
    words[target] = wordsOf(search);
  }
  return {
    id,
    message,
    severity: readSeverity(members.get('severity')?.value, rule),
    ...readMetadata(members.get('metadata')?.value),
    ...readPaths(members.get('paths')?.value),
    languages: languages.targets.includes('text') ? undefined : languages.names,
    searches,
    words,
    ...readFix(members),
    options: readOptions(members.get('options')?.value),
    file,
    line,
  };
}

const onlyFormula = (rule: LocatedValue): LocatedValue =>
  rule.kind === 'table'
    ? { ...rule, members: new Map([...rule.members].filter(([key]) => formulaKeys.includes(key))) }
    : rule;
