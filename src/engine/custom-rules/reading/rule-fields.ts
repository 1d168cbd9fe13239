import * as z from 'zod';
import { itemsOf, type LocatedValue, membersOf, textOf } from '../../files/structured/value.ts';
import type { Severity } from '../../finding.ts';
import type { CompiledRule, RuleOptions } from '../rule.ts';
import { readExpression } from './expression.ts';
import { confidences, severities } from './keys.ts';
import { Unreadable } from './problems.ts';

/** @throws Unreadable */
export function readSeverity(value: LocatedValue | undefined, rule: LocatedValue): Severity {
  const found = severities[textOf(value)?.toUpperCase() ?? ''];
  if (!found)
    throw new Unreadable(value ?? rule, `"severity" is one of ${Object.keys(severities).join(', ')}.`);
  return found;
}

const texts = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? [value] : value));

/** Whether a rule holds: true unless it says `enabled: false`. @throws Unreadable */
export function readEnabled(value: LocatedValue | undefined): boolean {
  if (!value) return true;
  if (value.kind === 'literal' && (value.text === 'true' || value.text === 'false'))
    return value.text === 'true';
  throw new Unreadable(value, '"enabled" is true or false.');
}

/** What findings are made of; other metadata is a team's own. */
const metadataSchema = z.object({
  cwe: texts.optional(),
  references: texts.optional(),
  confidence: z.string().optional(),
});

export interface Metadata {
  readonly cwes: readonly string[];
  readonly references: readonly string[];
  readonly confidence: number;
}

/** @throws Unreadable */
export function readMetadata(value: LocatedValue | undefined): Metadata {
  const parsed = metadataSchema.safeParse(value ? plain(value) : {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Unreadable(
      value ?? { start: 0 },
      `"metadata.${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'not valid'}.`,
    );
  }
  const { cwe = [], references = [], confidence = 'MEDIUM' } = parsed.data;
  return {
    cwes: cwe.flatMap((one) => /CWE-\d+/i.exec(one)?.[0].toUpperCase() ?? []),
    references: references.filter((one) => /^https?:\/\//.test(one)).slice(0, 20),
    confidence: confidences[confidence.toUpperCase()] ?? 60,
  };
}

function plain(value: LocatedValue): unknown {
  switch (value.kind) {
    case 'table':
      return Object.fromEntries([...value.members].map(([key, member]) => [key, plain(member.value)]));
    case 'list':
      return value.items.map(plain);
    case 'text':
    case 'literal':
      return value.text;
  }
}

/** Options that say how much of a project another program looks at: here it is always all. */
const withoutMeaning: ReadonlySet<string> = new Set(['interfile', 'taint_intrafile', 'generic_engine']);

/** Options that ask for what is done in any case, and cannot be switched off. */
const alwaysOn: ReadonlySet<string> = new Set([
  ...['implicit_return', 'ac_matching', 'vardef_assign', 'attr_expr', 'flddef_assign', 'arrow_is_function'],
  ...['let_is_var', 'go_deeper_expr', 'go_deeper_stmt', 'implicit_deep_exprstmt', 'unify_ids_strictly'],
  ...['xml_attrs_implicit_ellipsis', 'xml_singleton_loose_matching'],
]);

/** @throws Unreadable for an option that asks for something else than is done */
export function readOptions(value: LocatedValue | undefined): RuleOptions {
  let options: RuleOptions = { constantPropagation: true, symbolicPropagation: false };
  for (const [name, { key, value: given }] of membersOf(value)) {
    const isOn = given.kind === 'literal' && given.text === 'true';
    if (name === 'constant_propagation') options = { ...options, constantPropagation: isOn };
    else if (name === 'symbolic_propagation') options = { ...options, symbolicPropagation: isOn };
    else if (alwaysOn.has(name) && !isOn)
      throw new Unreadable(key, `The option "${name}" cannot be switched off.`);
    else if (!alwaysOn.has(name) && !withoutMeaning.has(name))
      throw new Unreadable(key, `The option "${name}" is not supported.`);
  }
  return options;
}

/** Each takes time with every file. */
const maximumStars = 20;
const maximumPaths = 100;

/** @throws Unreadable */
export function readPaths(value: LocatedValue | undefined): Pick<CompiledRule, 'include' | 'exclude'> {
  const lists = { include: [] as string[], exclude: [] as string[] };
  for (const [name, { key, value: list }] of membersOf(value)) {
    if (name !== 'include' && name !== 'exclude')
      throw new Unreadable(key, `"paths" has include and exclude, not "${name}".`);
    if (itemsOf(list).length > maximumPaths)
      throw new Unreadable(key, `"${name}" has at most ${maximumPaths} paths.`);
    for (const item of itemsOf(list)) {
      const text = textOf(item);
      if (text === undefined || text.length > 500)
        throw new Unreadable(item, 'A path is a text of at most 500 characters.');
      if ((text.match(/\*+/g)?.length ?? 0) > maximumStars)
        throw new Unreadable(item, `A path has "*" at most ${maximumStars} times.`);
      lists[name].push(text);
    }
  }
  return lists;
}

/** @throws Unreadable */
export function readFix(members: ReturnType<typeof membersOf>): Pick<CompiledRule, 'fix' | 'fixExpression'> {
  const fix = members.get('fix')?.value;
  const expression = members.get('fix-regex')?.value;
  if (fix && textOf(fix) === undefined) throw new Unreadable(fix, '"fix" is a text.');
  if (!expression) return { fix: textOf(fix), fixExpression: undefined };
  const parts = membersOf(expression);
  const regex = parts.get('regex')?.value;
  const replacement = textOf(parts.get('replacement')?.value);
  if (!regex || replacement === undefined)
    throw new Unreadable(expression, '"fix-regex" needs a regex and a replacement.');
  const count = parts.get('count')?.value;
  return {
    fix: textOf(fix),
    fixExpression: {
      expression: readExpression(regex),
      replacement,
      count: count?.kind === 'literal' ? Number(count.text) : Number.POSITIVE_INFINITY,
    },
  };
}
