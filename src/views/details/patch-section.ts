import * as l10n from '@vscode/l10n';
import type { HowToFix, IssueListItem } from '../../api/contract/issue.ts';
import type { Patch } from '../../api/contract/patches.ts';
import { dayOf } from '../issues/days.ts';
import { patchOfferOf, type StateFacts, stateOf } from '../issues/issue-state.ts';
import { type ModelStep, stepLabel } from '../patches/model-step.ts';
import { needViews } from '../patches/needs.ts';
import { originText, traceText } from '../patches/origin-words.ts';
import { checkLabel, isProven, offeredState, proofText, stageText } from '../patches/patch-words.ts';
import type { PatchAction, PatchView } from './patch-messages.ts';

/** The commands that the section's buttons run. */
export const patchCommands: Readonly<Record<PatchAction, string>> = {
  generate: 'parapet.generatePatch',
  regenerate: 'parapet.regeneratePatch',
  force: 'parapet.forcePatch',
  show: 'parapet.showPatch',
  apply: 'parapet.applyPatch',
  cancel: 'parapet.cancelPatch',
  askModel: 'parapet.askModelForPatch',
  copyCommand: 'parapet.copyUpgradeCommand',
};

/** What is next before a language model is asked for the patch of an issue; undefined where none could help. */
export type ModelStepOf = (id: string, patch: Patch, signal: AbortSignal) => Promise<ModelStep | undefined>;

/** Puts patches into the words of the details page; one that does not change is fetched once. */
export class PatchSection {
  readonly #fetch: (id: string, signal: AbortSignal) => Promise<Patch>;
  readonly #evidenced: (patch: Patch) => Patch;
  readonly #model: ModelStepOf;
  #latest: { readonly version: string; readonly patch: Patch; readonly model: string } | undefined;

  /**
   * @param evidenced adds what this window found out about a patch, which may change while the patch does not
   * @param model what is next where rules know no patch
   */
  constructor(
    fetch: (id: string, signal: AbortSignal) => Promise<Patch>,
    evidenced: (patch: Patch) => Patch,
    model: ModelStepOf,
  ) {
    this.#fetch = fetch;
    this.#evidenced = evidenced;
    this.#model = model;
  }

  /**
   * @param howTo how a person fixes the issue, for where no patch is there
   * @returns null where the issue can have no patch, or none is to be offered
   */
  async viewOf(
    facts: StateFacts & { readonly issue: IssueListItem },
    howTo: HowToFix | undefined,
    signal: AbortSignal,
  ): Promise<PatchView | null> {
    const { issue } = facts;
    const isApplied = stateOf(facts).kind === 'applied';
    const offer = patchOfferOf(facts);
    if (offer === undefined && !isApplied) return null;
    if (offer === 'outdated') return { ...empty, state: 'outdated', text: '' };
    const state = offeredState(issue);
    if (state === 'none' || state === 'busy') {
      return { ...empty, state, text: state === 'busy' ? stageText(issue.patch) : '' };
    }
    const version = JSON.stringify([issue.id, issue.patch, issue.fixable, issue.status]);
    if (this.#latest?.version !== version) {
      const patch = await this.#fetch(issue.id, signal);
      const step = state === 'ready' ? undefined : await this.#model(issue.id, patch, signal);
      this.#latest = { version, patch, model: stepLabel(step) };
    }
    const { patch, model } = this.#latest;
    const view = toPatchView(this.#evidenced(patch), issue);
    if (isApplied) return { ...view, state: 'applied', model };
    // Of a package, the page says it beside what it says of the package.
    const isByHand = state === 'failed' || state === 'unpatchable';
    return { ...view, model, ...(isByHand && howTo && !issue.dependency ? { howTo } : {}) };
  }
}

const empty: PatchView = {
  state: 'none',
  text: '',
  proof: '',
  isProven: false,
  origin: '',
  trace: '',
  needs: [],
  checks: [],
  notes: [],
  files: [],
  model: '',
};

/** @param issue as the window knows it: its state of the patch is the later one */
export function toPatchView(
  patch: Patch,
  issue: Pick<IssueListItem, 'patch' | 'status' | 'fixable'>,
): PatchView {
  const state = offeredState(issue);
  const { title, explanation, evidence } = patch;
  return {
    state,
    text:
      state === 'ready'
        ? ''
        : (patch.errorMessage ??
          issue.patch?.errorMessage ??
          issue.fixable?.reason ??
          l10n.t('The service gave no reason.')),
    ...(title === undefined ? {} : { title }),
    ...(explanation === undefined ? {} : { explanation }),
    proof: state === 'ready' || evidence ? proofText(patch) : '',
    isProven: isProven(patch),
    origin: state === 'ready' ? originText(patch) : '',
    trace: patch.trace ? traceText(patch.trace) : '',
    needs: state === 'ready' ? needViews(patch) : [],
    checks: (evidence?.checks ?? []).map(({ name, status, detail }) => ({
      label: checkLabel(name),
      status,
      detail,
    })),
    notes: [
      ...(evidence?.newFindings ?? []).map(({ title: found, file, startLine }) =>
        l10n.t('It would bring: {0} ({1}:{2})', found, file, startLine),
      ),
      alsoResolvedText(evidence?.alsoResolved ?? 0),
      state === 'ready' && patch.current === false
        ? l10n.t('The file has changed since; the patch is merged with that when it is applied.')
        : '',
      issue.status === 'PATCHING' && patch.approvedAt !== undefined
        ? l10n.t('Applied on {0}.', dayOf(patch.approvedAt))
        : '',
    ].filter((note) => note !== ''),
    files: patch.files.map(({ path }) => path),
    model: '',
  };
}

function alsoResolvedText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? l10n.t('It also resolves one other issue.')
    : l10n.t('It also resolves {0} other issues.', count);
}
