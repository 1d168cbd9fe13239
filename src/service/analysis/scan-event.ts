import type { AiComponent } from '../../engine/ai-inventory/component.ts';
import type { FoundPackage } from '../../engine/dependencies/found-package.ts';
import type { FoundEndpoint } from '../../engine/endpoints/endpoint.ts';
import type { Finding, Skip } from '../../engine/finding.ts';
import type { ThreatModel } from '../../engine/threat-models.ts';
import type { CollectedCoverage } from './collector.ts';
import type { MatchedAdvisories } from './dependency-examination.ts';
import type { ExcludeReason } from './files/excludes.ts';
import type { GitState } from './files/git.ts';
import type { HiddenFiles } from './files/hidden-files.ts';
import type { ActiveModel } from './files/models.ts';
import type { ActiveRules } from './files/rules.ts';

export type ScanEvent =
  | {
      readonly type: 'listed';
      readonly files: number;
      readonly bytes: number;
      readonly git: GitState | undefined;
    }
  | {
      readonly type: 'progress';
      /** Reading counts the files of the whole scan; solving counts the steps of the family in work. */
      readonly phase: 'listing' | 'reading' | 'solving';
      readonly done: number;
      readonly total: number;
    }
  /** A later finding of the same file and fingerprint replaces the earlier one. */
  | { readonly type: 'finding'; readonly finding: Finding }
  | { readonly type: 'analysed'; readonly file: string; readonly language: string; readonly bytes: number }
  | { readonly type: 'component'; readonly component: AiComponent }
  | { readonly type: 'package'; readonly package: FoundPackage }
  /** The routes of code of one family, or of a part of it. */
  | { readonly type: 'endpoints'; readonly endpoints: readonly FoundEndpoint[] }
  /** Folders of the applications of a monorepo; none where the repository is one thing. */
  | { readonly type: 'applications'; readonly folders: readonly string[] }
  | { readonly type: 'skip'; readonly skip: Skip };

export interface ScanSummary extends CollectedCoverage {
  /** The scanned folder with every link resolved. */
  readonly root: string;
  readonly git: GitState | undefined;
  readonly filesListed: number;
  readonly bytesListed: number;
  /** Left out on purpose, as counts of files and of folders that were not entered. */
  readonly excluded: Readonly<Partial<Record<ExcludeReason, number>>>;
  /** Files that ignore rules hide, by the file that has the rule. */
  readonly hidden: readonly HiddenFiles[];
  /** The team's own models that held. */
  readonly models: readonly ActiveModel[];
  /** The custom rules that held. */
  readonly rules: readonly ActiveRules[];
  /** The threat models that were switched on. */
  readonly threatModels: readonly ThreatModel[];
  /** The advisories that packages were matched with; none where nothing was to be looked up. */
  readonly advisories: readonly MatchedAdvisories[];
  readonly findings: number;
  readonly durationMs: number;
}

/** Passes on at most some twenty progress events a second, and always those that end a phase. */
export function throttledProgress(
  on: (event: ScanEvent) => void,
): (event: ScanEvent & { type: 'progress' }) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (event) => {
    const now = performance.now();
    if (now - last < 50 && event.done < event.total) return;
    last = now;
    on(event);
  };
}
