import type { LinkedFunction } from './linking.ts';
import type { Entry } from './machine.ts';

/** @param restsOn where what the entry uses is noted, if it is not its own affair */
export function openEntry(fn: LinkedFunction, restsOn?: Set<LinkedFunction>): Entry {
  return {
    fn,
    steps: 0,
    seen: 0,
    held: 0,
    decided: 0,
    inlined: 0,
    exhausted: false,
    cutShort: false,
    pending: new Map(),
    uncalled: new Map(),
    stack: [fn],
    making: [],
    dependsOn: restsOn ?? new Set(),
    inlines: restsOn ?? new Set(),
    usesObjects: false,
    writesSelf: false,
    asksSelf: false,
    deciding: 0,
    passing: undefined,
  };
}
