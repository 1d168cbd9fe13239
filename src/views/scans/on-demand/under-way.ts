import type { Memento } from 'vscode';
import type { Target, TargetKind } from './target.ts';

const memoryKey = 'parapet.onDemandUnderWay';
const mostRemembered = 20;
const kinds: readonly TargetKind[] = [
  'selection',
  'document',
  'resources',
  'workingTree',
  'staged',
  'branch',
];

/** What is being scanned, remembered for the window after this one: it can tell that those scans came to nothing. */
export class ScansUnderWay {
  readonly #memory: Pick<Memento, 'get' | 'update'>;
  #known = '';

  constructor(memory: Pick<Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  /** What the window before this one was scanning when it ended. Values of a wrong shape count as absent. */
  interrupted(): readonly Target[] {
    const value = this.#memory.get<unknown>(memoryKey);
    return Array.isArray(value) ? value.slice(0, mostRemembered).flatMap(targetOf) : [];
  }

  keep(targets: readonly Target[]): void {
    const now = JSON.stringify(targets);
    if (now === this.#known) return;
    this.#known = now;
    void this.#memory.update(memoryKey, targets.length === 0 ? undefined : targets.slice(0, mostRemembered));
  }
}

function targetOf(value: unknown): Target[] {
  if (typeof value !== 'object' || value === null) return [];
  const { kind, key, label } = value as Partial<Record<string, unknown>>;
  const known = kinds.find((one) => one === kind);
  return known !== undefined && typeof key === 'string' && typeof label === 'string'
    ? [{ kind: known, key, label }]
    : [];
}
