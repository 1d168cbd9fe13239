import { dockerRules } from './docker/rules.ts';
import type { Rule } from './rule.ts';

/** Every rule about infrastructure, in the order of their ids. */
export const infrastructureRules: readonly Rule[] = [...dockerRules].toSorted((a, b) =>
  a.id < b.id ? -1 : 1,
);
