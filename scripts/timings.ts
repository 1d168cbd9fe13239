import { readdirSync, readFileSync } from 'node:fs';

/** What a file of tests took. */
export interface FileCost {
  readonly file: string;
  /** Of the processors, by the process that ran the tests and by what that started. */
  readonly cpuSeconds: number;
  /** On the clock: far more than the processors' seconds where the tests wait. */
  readonly wallSeconds: number;
}

/** A clock tick as Linux tells programs of it, whatever its own is (`man 5 proc`). */
const TICKS_A_SECOND = 100;

/**
 * The seconds of the processors that a process has used, with all that it started: what runs, and what ended before its parent
 * did. What outlived its parent is not in it.
 *
 * @throws where the system does not tell of processes below `/proc`.
 */
export function cpuSecondsOf(pid: number): number {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = fieldsOf(name);
    if (fields === undefined) continue;
    const [, parent = 0] = fields;
    // utime, stime, cutime, cstime: its own, and those of the children that it has seen end.
    ticks.set(
      Number(name),
      fields.slice(11, 15).reduce((sum, value) => sum + value, 0),
    );
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const sumOf = (root: number): number =>
    (children.get(root) ?? []).reduce((sum, child) => sum + sumOf(child), ticks.get(root) ?? 0);
  return sumOf(pid) / TICKS_A_SECOND;
}

/** What follows the command's name in `/proc/<pid>/stat`, from the state on; undefined once the process is gone. */
function fieldsOf(pid: string): readonly number[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

/** A table of costs, the largest first, to be read by people and by spreadsheets. */
export function timingsTable(costs: readonly FileCost[]): string {
  const rows = costs
    .toSorted((a, b) => b.cpuSeconds - a.cpuSeconds)
    .map(({ file, cpuSeconds, wallSeconds }) => [cpuSeconds.toFixed(2), wallSeconds.toFixed(2), file]);
  return [['CPU s', 'wall s', 'file'], ...rows].map((row) => `${row.join('\t')}\n`).join('');
}
