import type { CompiledCondition } from '../../libraries/model.ts';
import { isPresent, valuesAt } from '../calls/places.ts';
import { noteDeciding } from '../guards/deciding.ts';
import { exact, prefixOf, type Value } from '../values/values.ts';
import { isParameter, typesOf } from './loads.ts';
import type { Frame, Invocation, Machine } from './machine.ts';

const looks = {
  sql: /^[\s(]*(?:select\b[\s\S]*?\b(?:from|\*|count|[\w.,\s]+)|insert\s+into\b|update\s+\S+\s+set\b|update\s|delete\s+from\b|create\s+(?:table|user|database|view|index)\b|drop\s+(?:table|user|database|view)\b|alter\s+(?:table|user)\b|with\s+\w+\s+as\b|merge\s+into\b|replace\s+into\b|truncate\s+table\b|exec(?:ute)?\s|call\s+\w|union\s|where\s|pragma\s|grant\s|set\s+\w+\s*(?:=|to\s)|set\s+(?:session|local|role|names|global)\b|create\s+(?:schema|database|role|temp|unique|or\s)|drop\s+(?:schema|role|index)\b|copy\s+\S+\s+(?:from|to)\b|explain\s|show\s+\w)/i,
  html: /<[a-z!/][^>]*>?/i,
  url: /^(?:https?|ftp|wss?):\/\//i,
  shell: /^\s*(?:[\w./-]+\s)+/,
} as const;

/** Whether all conditions of a row hold at a call. What cannot be told counts as not holding. */
export function holds(
  machine: Machine,
  conditions: readonly CompiledCondition[],
  invocation: Invocation,
): boolean {
  return conditions.every((condition) => {
    const outcome = test(machine, condition, invocation);
    if (outcome === undefined) return condition.test.orUnknown ?? false;
    return condition.test.not ? !outcome : outcome;
  });
}

function test(machine: Machine, condition: CompiledCondition, invocation: Invocation): boolean | undefined {
  const { frame } = invocation.site;
  const { test: wanted } = condition;
  if (wanted.absent !== undefined) {
    const presence = condition.places.map((place) => isPresent(machine, place, invocation));
    if (presence.includes(true)) return !wanted.absent;
    return presence.includes(undefined) ? undefined : wanted.absent;
  }
  const values = condition.places.flatMap((place) => valuesAt(machine, place, invocation));
  if (values.length === 0) return wanted.not ? false : undefined;
  let sure = true;
  for (const value of values) {
    const outcome = testValue(machine, condition, value, frame);
    if (outcome === true) return true;
    if (outcome === undefined) sure = false;
  }
  return sure ? false : undefined;
}

function testValue(
  machine: Machine,
  condition: CompiledCondition,
  value: Value,
  frame: Frame,
): boolean | undefined {
  const { test: wanted, pattern } = condition;
  const known = exact(value);
  if (wanted.type !== undefined) {
    const types = typesOf(machine, value, frame);
    if (types.length === 0) {
      if (isParameter(value)) frame.entry.usesObjects = true;
      return wanted.not ? false : undefined;
    }
    const { type } = wanted;
    return types.some((api) => machine.catalog.isA(api, type));
  }
  if (wanted.looksLike !== undefined) {
    const beginning = prefixOf(value);
    if (beginning === '') note(value, frame);
    return looks[wanted.looksLike].test(beginning);
  }
  if (wanted.is !== undefined) {
    if (!known) return note(value, frame);
    return wanted.is.some((expected) => equal(expected, known.value, wanted.ignoreCase ?? false));
  }
  if (wanted.lessThan !== undefined) {
    return typeof known?.value === 'number' ? known.value < wanted.lessThan : note(value, frame);
  }
  if (pattern) {
    if (wanted.prefix) {
      const prefix = prefixOf(value);
      return prefix === '' ? undefined : pattern.test(prefix);
    }
    if (!known) return note(value, frame);
    return known.value === null || known.value === undefined ? false : pattern.test(String(known.value));
  }
  return undefined;
}

/** A parameter decides: callers that pass a constant are looked at one by one. */
function note(value: Value, frame: Frame): undefined {
  noteDeciding(frame, value);
  return undefined;
}

function equal(expected: unknown, actual: unknown, ignoreCase: boolean): boolean {
  if (ignoreCase && typeof expected === 'string' && typeof actual === 'string') {
    return expected.toLowerCase() === actual.toLowerCase();
  }
  return expected === actual || (expected === null && actual === undefined);
}
