import * as vscode from 'vscode';
import type { ScanDetail } from '../../api/contract/scans/scans.ts';
import type { PastScan } from '../scan-activity.ts';
import type { Session } from '../session.ts';
import { type CoverageGaps, gapsOf } from './coverage-gaps.ts';

/** Looks up what the latest scan of each folder did not analyse, once for each scan that left something out. */
export class CoverageWatch implements vscode.Disposable {
  readonly #session: Session;
  readonly #detail: (scanId: string) => Promise<ScanDetail>;
  readonly #log: (message: string) => void;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #known = new Map<string, CoverageGaps | undefined>();
  readonly #subscription: { dispose(): void };

  constructor(
    session: Session,
    detail: (scanId: string) => Promise<ScanDetail>,
    log: (message: string) => void,
  ) {
    this.#session = session;
    this.#detail = detail;
    this.#log = log;
    this.#subscription = session.onDidChange(() => this.#lookUp());
  }

  /** Of the latest scans, as far as it is known. */
  get all(): readonly CoverageGaps[] {
    return this.#session.latest.flatMap((past) => this.#known.get(past.scan.id) ?? complete(past) ?? []);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #lookUp(): void {
    const { activity, latest } = this.#session;
    const ids = new Set(latest.map(({ scan }) => scan.id));
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
    if (activity.kind !== 'settled') return;
    for (const past of latest) {
      if (this.#known.has(past.scan.id) || !leftOut(past)) continue;
      this.#known.set(past.scan.id, undefined);
      void this.#load(past);
    }
  }

  /** Nobody asked, so what fails is logged; the Scans view says as much when it is opened. */
  async #load({ folder, scan }: PastScan): Promise<void> {
    try {
      const gaps = gapsOf(folder, await this.#detail(scan.id));
      if (!this.#known.has(scan.id)) return;
      this.#known.set(scan.id, gaps);
      this.#changed.fire();
    } catch (error) {
      this.#log(`The coverage of a scan is not known: ${String(error)}`);
    }
  }
}

function leftOut({ scan: { coverage } }: PastScan): boolean {
  return coverage !== undefined && coverage.filesPartial + coverage.filesSkipped > 0;
}

/** A scan that left nothing out needs no look-up. */
function complete({ folder, scan }: PastScan): CoverageGaps | undefined {
  if (scan.status !== 'COMPLETED' || !scan.coverage || leftOut({ folder, scan })) return undefined;
  return { folder, scanId: scan.id, isDeep: scan.depth === 'deep', gaps: [], isTruncated: false };
}
