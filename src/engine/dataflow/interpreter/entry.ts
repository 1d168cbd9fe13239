import type { LinkedFunction } from '../names/linking.ts';
import { ClosureRuns } from '../summaries/closure-runs.ts';
import type { Entry } from './machine.ts';

/** @param uses where what the entry uses is noted, if it is not its own affair */
export function openEntry(fn: LinkedFunction, uses?: Pick<Entry, 'dependsOn' | 'inlines'>): Entry {
  return {
    fn,
    steps: 0,
    accounted: 0,
    nextCheck: 0,
    seen: 0,
    held: 0,
    decided: 0,
    inlined: 0,
    exhausted: false,
    lacksRoom: false,
    cutShort: false,
    pending: new Map(),
    uncalled: new Map(),
    stack: [fn],
    making: [],
    dependsOn: uses?.dependsOn ?? new Set(),
    inlines: uses?.inlines ?? new Set(),
    closures: new ClosureRuns(),
    usesObjects: false,
    writesSelf: false,
    asksSelf: false,
    deciding: 0,
    passing: undefined,
  };
}
