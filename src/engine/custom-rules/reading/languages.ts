import type { LocatedValue } from '../../files/structured/value.ts';
import { itemsOf, textOf } from '../../files/structured/value.ts';
import type { Target } from '../rule.ts';
import { languageTargets } from './keys.ts';
import { Unreadable } from './problems.ts';

export interface Languages {
  /** As the rule has them. */
  readonly names: readonly string[];
  readonly targets: readonly Target[];
  /** Patterns are words and signs. */
  readonly isGeneric: boolean;
}

/** The target that a language's name means; undefined for one that is not analysed. */
export const targetOf = (name: string): Target | undefined =>
  Object.hasOwn(languageTargets, name.toLowerCase()) ? languageTargets[name.toLowerCase()] : undefined;

/** Reads the languages of a rule. @throws Unreadable where none of them is analysed */
export function readLanguages(value: LocatedValue | undefined, rule: LocatedValue): Languages {
  const items = itemsOf(value);
  if (items.length === 0)
    throw new Unreadable(value ?? rule, '"languages" is a list of languages, such as [python].');
  const names = items.map((item) => textOf(item) ?? '');
  const found = [...new Set(names.flatMap((name) => targetOf(name) ?? []))];
  if (found.length === 0)
    throw new Unreadable(
      items[0] ?? rule,
      `${names.join(', ')}: rules are supported for javascript, typescript, python, java, generic and regex.`,
    );
  return { names, targets: found, isGeneric: names.includes('generic') };
}
