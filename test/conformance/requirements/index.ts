import { areas } from './areas.ts';
import { assistant } from './assistant.ts';
import { operations } from './endpoints.ts';
import type { Requirement } from './requirement.ts';
import { resources } from './resources.ts';
import { rest } from './rest.ts';
import { transitions } from './states.ts';

/** Every number of the specification, in its order. */
const all = { ...areas, ...resources, ...transitions, ...operations, ...assistant, ...rest } as const;

export type Numbered = keyof typeof all;

const isNumbered = (text: string): text is Numbered => Object.hasOwn(all, text);

export const requirements: ReadonlyMap<Numbered, Requirement> = new Map(
  Object.keys(all)
    .filter(isNumbered)
    .map((number) => [number, all[number]]),
);

/**
 * The title of a test, followed by the numbers that it holds, which the table in docs/conformance.md is made of.
 * @param numbers those of the specification, or `ours` for what docs/contract.md decides
 */
export function holds(title: string, ...numbers: readonly [Numbered | 'ours', ...Numbered[]]): string {
  return `${title} [${numbers.join(', ')}]`;
}
