/** Functions of CloudFormation templates (intrinsic function reference), as far as a template says what they give. */
import { itemsOf, type LocatedTable, type LocatedValue, valueAt } from '../../files/structured/value.ts';
import { isComputed, tableOf, unknownMark, writtenText } from '../values.ts';

/** The tag of what is computed. */
const computed = '!Computed';

/** Pseudo parameters whose value hardly anybody changes. */
const pseudo: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** Returns a value with what its references and functions stand for; what is not known has a tag. @param root of the template */
export function evaluated(value: LocatedValue, root: LocatedValue): LocatedValue {
  const call = callOf(value);
  if (call) return { ...resultOf(call.name, call.argument, root), start: value.start, end: value.end };
  if (value.kind === 'list') return { ...value, items: value.items.map((item) => evaluated(item, root)) };
  return value.kind === 'table' ? evaluatedTable(value, root) : value;
}

export function evaluatedTable(table: LocatedTable, root: LocatedValue): LocatedTable {
  const members = [...table.members].flatMap(([key, member]) => {
    const value = evaluated(member.value, root);
    // As if it was not there.
    return value.tag === noValue ? [] : [[key, { key: member.key, value }] as const];
  });
  return { ...table, members: new Map(members) };
}

/** `!Sub …`, `{"Fn::Sub": …}`. */
export function callOf(
  value: LocatedValue,
): { readonly name: string; readonly argument: LocatedValue } | undefined {
  if (value.tag !== undefined) {
    const { tag, ...argument } = value;
    return { name: tag.slice(1), argument };
  }
  const [only, ...others] = tableOf(value)?.members ?? [];
  if (!only || others.length > 0 || !/^(?:Ref|Fn::\w+)$/.test(only[0])) return undefined;
  return { name: only[0].replace('Fn::', ''), argument: only[1].value };
}

const noValue = '!NoValue';

function resultOf(name: string, argument: LocatedValue, root: LocatedValue): LocatedValue {
  const unknown: LocatedValue = { ...argument, tag: computed };
  switch (name) {
    case 'Ref': {
      const target = writtenText(argument) ?? '';
      return target === 'AWS::NoValue' ? { ...argument, tag: noValue } : (referred(target, root) ?? unknown);
    }
    case 'Sub':
      return substituted(argument, root) ?? unknown;
    case 'Join':
      return joined(argument, root) ?? unknown;
    default:
      return unknown;
  }
}

/** A parameter's default; a template that is deployed without arguments has it. */
function referred(name: string, root: LocatedValue): LocatedValue | undefined {
  if (Object.hasOwn(pseudo, name)) return { kind: 'text', text: pseudo[name] ?? '', start: 0, end: 0 };
  return valueAt(root, 'Parameters', name, 'Default');
}

function substituted(argument: LocatedValue, root: LocatedValue): LocatedValue | undefined {
  const [template = argument] = itemsOf(argument);
  if (template.kind !== 'text') return undefined;
  const text = template.text.replace(/\$\{(!?)([^}]{1,200})\}/g, (whole, literal: string, name: string) =>
    literal === '!' ? whole : (writtenText(referred(name.trim(), root)) ?? unknownMark),
  );
  return { kind: 'text', text, start: template.start, end: template.end };
}

function joined(argument: LocatedValue, root: LocatedValue): LocatedValue | undefined {
  const [separator, parts] = itemsOf(argument);
  const between = writtenText(separator);
  if (between === undefined || parts?.kind !== 'list') return undefined;
  const texts = parts.items.map((part) => {
    const value = evaluated(part, root);
    return isComputed(value) ? unknownMark : (writtenText(value) ?? unknownMark);
  });
  return { kind: 'text', text: texts.join(between), start: argument.start, end: argument.end };
}
