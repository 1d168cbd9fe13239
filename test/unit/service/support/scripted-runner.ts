import type { Reachability } from '../../../../src/engine/dependencies/reachability/reachability.ts';
import { defaultThreatModels } from '../../../../src/engine/threat-models.ts';
import type { ScanEvent } from '../../../../src/service/analysis/index.ts';
import type {
  ChangeOutcome,
  ChangeRequest,
  PatchOutcome,
  PatchRequest,
} from '../../../../src/service/analysis/patch-outcome.ts';
import type { ScanChoices } from '../../../../src/service/analysis/scan-choices.ts';
import type {
  Analysed,
  FolderAnswer,
  FolderKind,
  FolderQuestion,
  Looked,
  LookRequest,
  ScanCoverage,
  ScanRunner,
  UsesRequest,
  WithinRequest,
} from '../../../../src/service/analysis/scan-runner.ts';
import { createRuleTrials } from '../../../../src/service/analysis/worker/rule-trials.ts';

export type Script = (
  scan: ScanChoices & {
    readonly root: string;
    readonly on: (event: ScanEvent) => void;
    readonly signal: AbortSignal;
  },
) => Promise<Partial<ScanCoverage> | undefined>;

const nothingLeftOut: ScanCoverage = {
  filesAnalysed: 1,
  bytesAnalysed: 100,
  filesByLanguage: { javascript: 1 },
  filesSkipped: 0,
  filesPartial: 0,
  incomplete: { files: 0, functions: 0, reasons: {} },
  skips: [],
  skipsTruncated: false,
  excluded: {},
  hidden: [],
  models: [],
  rules: [],
  threatModels: defaultThreatModels,
  advisories: [],
};

/** Answers each question about a folder as a test says. */
export function scriptedAnswers(
  answers: {
    readonly [K in FolderKind]: (question: FolderQuestion<K>) => Promise<FolderAnswer<K>>;
  },
): ScanRunner['ask'] {
  return (question) => answers[question.kind](question);
}

/** A runner that does in each scan what a test says, without an engine. */
export class ScriptedRunner implements ScanRunner {
  readonly tryRule = createRuleTrials();
  script: Script = async () => undefined;
  present: { branch?: string; commit?: string } | undefined = { branch: 'main', commit: 'a'.repeat(40) };
  listed: { path: string; bytes: number }[] = [];

  async checkedOut() {
    return this.present;
  }

  async listing(_root: string): ReturnType<ScanRunner['listing']> {
    return { files: this.listed, excluded: {} };
  }

  changes: ScanRunner['changes'] = async () => ({ files: [], leftOut: [] });

  patchScript: (request: PatchRequest) => Promise<PatchOutcome> = async () => ({
    type: 'unpatchable',
    reason: 'No patch is scripted.',
  });

  tryScript: (request: ChangeRequest) => Promise<ChangeOutcome> = async () => ({
    type: 'refused',
    reasons: ['No change is scripted.'],
  });

  investigateScript: (request: LookRequest) => Promise<Looked> = async () => ({
    found: undefined,
    inspection: { role: undefined, functionName: undefined, mentions: undefined, conditions: [] },
  });

  usesScript: (request: UsesRequest) => Promise<Reachability> = async () => ({ level: 'not-imported' });

  checkRules: ScanRunner['checkRules'] = async () => ({
    rules: [],
    problems: [],
    findings: [],
    isWhole: true,
    filesSearched: 0,
    notSearched: [],
    stopped: [],
    differences: [],
    examplesRun: 0,
  });

  async close() {}

  withinScript: (request: WithinRequest) => Promise<Analysed | undefined> = async () => undefined;

  ask: ScanRunner['ask'] = scriptedAnswers({
    within: (question) => this.withinScript(question),
    patch: (question) => this.patchScript(question),
    change: (question) => this.tryScript(question),
    look: (question) => this.investigateScript(question),
    uses: (question) => this.usesScript(question),
  });

  async scanFolder(scan: Parameters<ScanRunner['scanFolder']>[0]): Promise<ScanCoverage> {
    const coverage = await this.script(scan);
    scan.signal.throwIfAborted();
    return { ...nothingLeftOut, ...coverage };
  }
}

/** A promise that a test opens when it wants a scan to go on. */
export function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** Waits for the gate, or throws the reason when the scan is stopped first. */
export async function waitAt(passed: Promise<void>, signal: AbortSignal): Promise<void> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  await Promise.race([passed, stopped]);
}
