import type { ModelTrace } from '../../api/contract/model-trace.ts';
import type { Finding } from '../../engine/finding.ts';
import type { ProposedChange } from '../../engine/fixes/proposed/change.ts';
import type { ChangeOutcome, PatchOutcome, PatchStage } from '../analysis/patch-outcome.ts';

/** An issue that rules have no proven patch for. */
export interface Unfixed {
  readonly organizationId: string;
  readonly repositoryId: string;
  readonly root: string;
  /** As the folder has it now. */
  readonly finding: Finding;
  /** Why rules have none, as a sentence. */
  readonly obstacle: string;
}

export interface Authoring {
  /** Holds a change to the proof that every patch is held to. */
  readonly tryChange: (change: ProposedChange) => Promise<ChangeOutcome>;
  readonly on: (stage: PatchStage) => void;
  readonly signal: AbortSignal;
}

export interface Authored {
  readonly trace: ModelTrace;
  readonly outcome:
    | Extract<PatchOutcome, { type: 'made' | 'impossible' }>
    /** It sees no change that would be right, and says why. */
    | { readonly type: 'declined'; readonly reason: string }
    /** What it proposed was not taken, or it could not be asked. */
    | { readonly type: 'failed'; readonly reason: string };
}

/**
 * Thinks out a change where rules have none: a language model, where one may be asked. Undefined where none may.
 * @throws the signal's reason
 */
export type PatchAuthor = (unfixed: Unfixed, authoring: Authoring) => Promise<Authored | undefined>;
