import type { CodeScan } from '../../../api/contract/scans/code-scans.ts';
import type { Coverage } from '../../../api/contract/scans/coverage.ts';
import type { FailureText } from '../../../connection/failure.ts';
import type { LeftOut } from '../../../workspace/submission.ts';
import type { Target } from './target.ts';

/** What came of a scan so far. */
export interface Outcome {
  /** URI of the folder that files are relative to. */
  readonly folder: string;
  readonly filesSent: number;
  readonly bytesSent: number;
  /** What the service says of each part that it completed. */
  readonly coverages: readonly Coverage[];
  readonly leftOut: readonly LeftOut[];
  readonly excluded: Readonly<Record<string, number>>;
  /** Parts that it was sent in; flows between parts are not followed. */
  readonly parts: number;
  /** Issues that it reported and that are shown. */
  readonly found: number;
  /** Issues that it reported and that a full scan had found. */
  readonly known: number;
  /** Whether the files were analysed together with their project, or by themselves. */
  readonly how: 'project' | 'alone';
  /** Open issues of the project in what was scanned that this scan did not report. */
  readonly missed: readonly string[];
}

export type RunState =
  | { readonly kind: 'gathering' }
  /** The service on this machine looks for secrets in what is about to be sent. */
  | { readonly kind: 'screening' }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'scanning';
      readonly scan: CodeScan | undefined;
      readonly part: number;
      readonly parts: number;
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: FailureText };

export interface Run {
  readonly id: string;
  readonly target: Target;
  readonly state: RunState;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly outcome: Outcome | undefined;
}

export function isUnderWay({ kind }: RunState): boolean {
  return kind !== 'done' && kind !== 'failed' && kind !== 'cancelled';
}
