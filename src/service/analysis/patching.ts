import { realpath } from 'node:fs/promises';
import { applyPatch } from 'diff';
import type { DependencyFinding } from '../../engine/dependencies/upgrades/plan.ts';
import { LineIndex } from '../../engine/files/lines.ts';
import type { Finding, Range } from '../../engine/finding.ts';
import type { Edit } from '../../engine/fixes/edits.ts';
import type { Candidate, FileChange } from '../../engine/fixes/fixer.ts';
import { prove } from '../../engine/fixes/prove.ts';
import { unifiedDiff } from '../../engine/fixes/unified-diff.ts';
import { Refusal } from '../core/errors.ts';
import { type BaseText, readBase, sha256 } from './base-text.ts';
import type {
  ChangeOutcome,
  ChangeRequest,
  FindingRequest,
  PatchedFile,
  PatchOutcome,
  PatchRequest,
} from './patch-outcome.ts';
import type { ProjectScanner } from './project-scanner.ts';
import { endedBy, proposeUpgrade } from './upgrades/propose.ts';

/**
 * Makes a patch for one finding of a folder by rules and proves it: the folder is analysed as it is, then with each change
 * that might do, until one removes the finding and brings no other. The folder is only read.
 * @throws the signal's reason, or ScanError
 */
export async function patchOf(scanner: ProjectScanner, request: PatchRequest): Promise<PatchOutcome> {
  const { on, signal } = request;
  on('reading');
  const found = await findIn(scanner, request);
  if (found.type === 'impossible') return found;
  on('searching');
  const { target: finding } = found;
  const { dependency } = finding;
  if (dependency) return await upgradeOf(scanner, request, { ...found, target: { ...finding, dependency } });
  const around = { files: scanner.files, secrets: request.secrets ?? [] };
  const isOfCode = finding.category === 'SAST' || finding.category === 'SECRETS';
  const proposal = isOfCode
    ? await scanner.ask(finding.file, { kind: 'propose', finding, around }, signal)
    : await scanner.askBeside<'proposeBeside'>(
        ({ files }) => ({ kind: 'proposeBeside', finding, files }),
        signal,
      );
  if (!proposal) return impossible('The search for a fix was given up. This is a bug in Parapet.');
  if (proposal.type === 'none') return { type: 'unpatchable', reason: proposal.reason, finding };
  const outcome = await proven(scanner, request, found, proposal.candidates);
  return outcome.type === 'made' && !outcome.proven ? { ...outcome, finding } : outcome;
}

/** An upgrade of a package, or of several: all the issues that it is to end have to be gone. */
async function upgradeOf(
  scanner: ProjectScanner,
  request: PatchRequest,
  found: Found & { readonly target: DependencyFinding },
): Promise<PatchOutcome> {
  const { target, root, baseline } = found;
  const { upgrade, on, signal } = request;
  const proposed = await proposeUpgrade({
    ...(upgrade ?? { packages: 'ONE', runPackageManager: false }),
    root,
    finding: target,
    ask: (question, stop) => scanner.askBeside(question, stop),
    onRun: (program) => on({ running: program }),
    signal,
  });
  if (proposed.type === 'none') return { type: 'unpatchable', reason: proposed.reason, finding: target };
  const ended = endedBy(proposed.raises, target, baseline);
  const resolves = ended.filter(({ fingerprint }) => fingerprint !== target.fingerprint);
  if (resolves.length === ended.length)
    return {
      type: 'unpatchable',
      reason: ['It is not among what can be raised safely.', ...proposed.kept].join(' '),
      finding: target,
    };
  const outcome = await proven(scanner, request, found, [proposed.candidate], resolves);
  if (outcome.type !== 'made') return outcome;
  const resolved = resolves.map(({ file, fingerprint }) => ({ file, fingerprint }));
  return {
    ...outcome,
    patch: { ...outcome.patch, resolves: resolved },
    ...(!outcome.proven && { finding: target }),
  };
}

/**
 * Holds a change that somebody proposed to the same proof, once it is seen to do nothing that no fix may do.
 * @throws the signal's reason, or ScanError
 */
export async function tryChange(scanner: ProjectScanner, request: ChangeRequest): Promise<ChangeOutcome> {
  const found = await findIn(scanner, request);
  if (found.type === 'impossible') return found;
  const { target: finding } = found;
  const { change, signal } = request;
  const examined = await scanner.ask(finding.file, { kind: 'examine', finding, change }, signal);
  if (examined.type === 'refused') return examined;
  return await proven(scanner, request, found, [examined.candidate]);
}

interface Found {
  readonly type: 'found';
  readonly root: string;
  readonly target: Finding;
  readonly baseline: readonly Finding[];
}

type Impossible = Extract<PatchOutcome, { type: 'impossible' }>;

/** The finding, in the folder as it is now. */
async function findIn(scanner: ProjectScanner, request: FindingRequest): Promise<Found | Impossible> {
  const { file, fingerprint, signal } = request;
  const root = await realpath(request.root).catch(() => undefined);
  if (root === undefined) return impossible('The folder of this repository is gone or unreadable.');
  const base = await readBase(root, file).catch(refused);
  if (typeof base === 'string') return impossible(base);
  const baseline = await scanner.findings(signal);
  const target = baseline.find((finding) => isTarget(finding, file, fingerprint));
  if (target) return { type: 'found', root, target, baseline };
  return impossible(
    `The code of ${file} does not have this issue any more. Scan again, so that its list is up to date.`,
  );
}

/** @param others findings that have to be gone with it, too */
async function proven(
  scanner: ProjectScanner,
  { on, signal }: FindingRequest,
  { root, target, baseline }: Found,
  candidates: readonly Candidate[],
  others: readonly Finding[] = [],
): Promise<Exclude<PatchOutcome, { type: 'unpatchable' }>> {
  const bases = new Map<string, BaseText>();
  for (const { file, before } of candidates.flatMap(({ changes }) => changes)) {
    const base = bases.get(file) ?? (await readBase(root, file).catch(refused));
    if (typeof base === 'string') return impossible(base);
    if (base.text.slice(base.mark.length) !== before)
      return impossible(`${file} was changed while a patch was being made. Try again.`);
    bases.set(file, base);
  }
  const outcome = await prove(
    target,
    baseline,
    { type: 'fixes', candidates },
    async (texts) => {
      const { findings, unseen } = await scanner.findingsWith(texts, signal);
      // What the analysis did not see to its end is not gone.
      const isAllGone = unseen.length === 0 && !findings.some((one) => others.some(isSameAs(one)));
      return isAllGone ? findings : [...findings, target];
    },
    (change) => applies(change, bases.get(change.file)),
    (checking, of) => on({ checking, of }),
  );
  signal.throwIfAborted();
  if (outcome.type === 'none') return impossible(outcome.reason);
  const { candidate, evidence } = outcome;
  const { title, explanation, strategy, needs, secrets } = candidate;
  const files = candidate.changes.flatMap((change) => patchedFile(change, bases.get(change.file)));
  return {
    type: 'made',
    proven: outcome.type === 'proven',
    patch: {
      title,
      explanation,
      strategy,
      files,
      evidence,
      ...(needs && { needs }),
      ...(secrets && { secrets }),
    },
  };
}

const isSameAs =
  ({ file, fingerprint }: Finding) =>
  (other: Finding): boolean =>
    isTarget(other, file, fingerprint);

const impossible = (reason: string): Impossible => ({ type: 'impossible', reason });

function isTarget(finding: Finding, file: string, fingerprint: string): boolean {
  return finding.file === file && finding.fingerprint === fingerprint;
}

/** What stands in the way of reading the file, as a sentence; anything unforeseen is thrown on. */
function refused(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof Error && 'code' in error) return `The file cannot be read (${String(error.code)}).`;
  throw error;
}

/** Holds the diff, as it will be handed out, against the text it is for. */
function applies(change: FileChange, base: BaseText | undefined): boolean {
  if (!base) return false;
  const after = base.mark + change.after;
  return (
    applyPatch(base.text, unifiedDiff(change.file, base.text, after), {
      fuzzFactor: 0,
      autoConvertLineEndings: false,
    }) === after
  );
}

function patchedFile(change: FileChange, base: BaseText | undefined): PatchedFile[] {
  if (!base) return [];
  const after = base.mark + change.after;
  const lines = new LineIndex(change.before);
  return [
    {
      path: change.file,
      baseSha256: base.sha256,
      patchedSha256: sha256(after),
      diff: unifiedDiff(change.file, base.text, after),
      edits: change.edits.map((edit) => ranged(edit, lines)),
    },
  ];
}

function ranged({ at, end, text }: Edit, lines: LineIndex): Range & { newText: string } {
  const startLine = lines.lineOf(at);
  const endLine = lines.lineOf(end);
  return {
    startLine: startLine + 1,
    startColumn: at - lines.startOf(startLine) + 1,
    endLine: endLine + 1,
    endColumn: end - lines.startOf(endLine) + 1,
    newText: text,
  };
}
