import * as vscode from 'vscode';
import type { Patch } from '../../api/contract/patches.ts';
import { targetFault } from '../../api/patch-target.ts';
import { isProtected } from '../../api/protected-path.ts';
import { type FileChange, readDiffs } from '../../workspace/patches/patch-diff.ts';
import { applyExactly, plain } from '../../workspace/patches/patch-merge.ts';
import { type FileResult, type Plan, planPatches } from '../../workspace/patches/patch-plan.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { isStray, type KnownIssue, presentFile } from '../issues/known-issue.ts';
import { uriOf } from '../issues/locations.ts';
import { type PatchBases, sha256 } from './patch-bases.ts';
import type { UsePatches } from './patch-jobs.ts';
import type { PatchFault } from './patch-words.ts';

/** A patch that is not part of a review, and why. */
export interface LeftOutPatch {
  readonly issueId: string;
  readonly fault: PatchFault;
  readonly path: string;
}

/** A patch with the files that it changes, as they are in this window. */
interface ReadPatch {
  readonly patch: Patch;
  readonly changes: readonly {
    readonly change: FileChange;
    readonly document: vscode.TextDocument;
    /** Plain. */
    readonly base: string | undefined;
  }[];
}

export interface ReviewedFile extends FileResult {
  readonly document: vscode.TextDocument;
}

/** What was planned for the documents as they were at that moment. */
export interface ReviewPlan {
  readonly files: readonly ReviewedFile[];
  readonly issueIds: readonly string[];
  readonly leftOut: readonly LeftOutPatch[];
}

let count = 0;

/** Patches that are looked at, and applied, together. */
export class PatchReview {
  /** Tells reviews apart in this window. */
  readonly id = ++count;
  readonly asked: readonly string[];
  readonly #patches: readonly ReadPatch[];
  readonly #leftOut: readonly LeftOutPatch[];
  readonly #evidenced: (patch: Patch) => Patch;

  /** @param evidenced adds to a patch what this window found out about it, the project's own check */
  constructor(
    asked: readonly string[],
    patches: readonly ReadPatch[],
    leftOut: readonly LeftOutPatch[],
    evidenced: (patch: Patch) => Patch,
  ) {
    this.asked = asked;
    this.#patches = patches;
    this.#leftOut = leftOut;
    this.#evidenced = evidenced;
  }

  /** With its evidence as it is now. */
  patch(issueId: string): Patch | undefined {
    const read = this.#patches.find(({ patch }) => patch.issueId === issueId);
    return read && this.#evidenced(read.patch);
  }

  /** The issues of patches, and the others that these end. */
  ended(issueIds: readonly string[]): readonly string[] {
    return issueIds.flatMap((id) => [id, ...(this.patch(id)?.resolves ?? [])]);
  }

  /** Addresses of all files that its patches change. */
  get files(): ReadonlySet<string> {
    return new Set(this.#documents().keys());
  }

  /** What it does to the documents as they are now, unsaved edits included. Done in one go: nothing changes meanwhile. */
  plan(): ReviewPlan {
    const documents = this.#documents();
    const texts = new Map([...documents].map(([uri, document]) => [uri, plain(document.getText())]));
    const plan: Plan = planPatches(
      this.#patches.map(({ patch, changes }) => ({
        issueId: patch.issueId,
        changes: changes.map(({ change, document, base }) => {
          const file = document.uri.toString();
          return { change, file, present: texts.get(file) ?? '', base };
        }),
      })),
    );
    return {
      files: plan.files.flatMap((file) => {
        const document = documents.get(file.file);
        return document ? [{ ...file, document }] : [];
      }),
      issueIds: plan.issueIds,
      leftOut: [...this.#leftOut, ...plan.leftOut],
    };
  }

  get documents(): Iterable<vscode.TextDocument> {
    return this.#documents().values();
  }

  #documents(): Map<string, vscode.TextDocument> {
    return new Map(
      this.#patches.flatMap(({ changes }) =>
        changes.map(({ document }) => [document.uri.toString(), document] as const),
      ),
    );
  }
}

export interface ReviewParts {
  readonly store: Pick<IssueStore, 'get'>;
  readonly use: UsePatches;
  readonly bases: PatchBases;
  readonly evidenced: (patch: Patch) => Patch;
}

/**
 * Fetches patches and finds the files that they change. What is wrong with one leaves that one out.
 * @param shown what was reviewed earlier: its patches are taken as they were shown, the files looked at anew
 */
export async function readReview(
  parts: ReviewParts,
  issueIds: readonly string[],
  signal: AbortSignal,
  shown?: PatchReview,
): Promise<PatchReview> {
  const patches: ReadPatch[] = [];
  const leftOut: LeftOutPatch[] = [];
  for (const issueId of new Set(issueIds)) {
    const known = parts.store.get(issueId);
    if (!known) {
      leftOut.push({ issueId, fault: 'gone', path: '' });
      continue;
    }
    const patch =
      shown?.patch(issueId) ?? (await parts.use(signal, (api) => api.get(issueId, signal), known.folder));
    const read = await readPatch(parts.bases, known, { ...patch, issueId });
    if ('fault' in read) leftOut.push(read);
    else patches.push(read);
  }
  return new PatchReview(issueIds, patches, leftOut, parts.evidenced);
}

async function readPatch(
  bases: PatchBases,
  known: KnownIssue,
  patch: Patch,
): Promise<ReadPatch | LeftOutPatch> {
  const { issueId } = patch;
  const { file } = known.issue;
  if (patch.status !== 'READY') return { issueId, fault: 'notReady', path: file };
  const read = readDiffs(patch.files, patch.diff);
  if (read.kind === 'refused') return { issueId, fault: read.fault, path: read.path ?? file };
  const changes: ReadPatch['changes'][number][] = [];
  for (const change of read.changes) {
    const target = await targetOf(bases, known, change);
    if (typeof target === 'string') return { issueId, fault: target, path: change.path };
    changes.push({ change, ...target });
  }
  return { patch, changes };
}

/** @returns the file, or what stands in the way of changing it */
async function targetOf(
  bases: PatchBases,
  known: KnownIssue,
  change: FileChange,
): Promise<{ document: vscode.TextDocument; base: string | undefined } | PatchFault> {
  const { folder } = known;
  if (isStray(folder)) return 'elsewhere';
  const root = vscode.Uri.parse(folder);
  // The file with the issue may have been renamed since, and this window knows.
  const isRenamed = change.path === known.issue.file;
  const uri = uriOf(folder, isRenamed ? presentFile(known) : change.path);
  if (!uri.path.startsWith(`${root.path.replace(/\/$/, '')}/`)) return 'elsewhere';
  if (isProtected(uri.path.slice(root.path.replace(/\/$/, '').length))) return 'protected';
  if (uri.scheme === 'file') {
    const fault = await targetFault(root.fsPath, uri.fsPath);
    if (fault) return fault;
  }
  let bytes: Uint8Array;
  let document: vscode.TextDocument;
  try {
    bytes = await vscode.workspace.fs.readFile(uri);
  } catch {
    return 'missing';
  }
  try {
    document = await vscode.workspace.openTextDocument(uri);
  } catch {
    return 'notText';
  }
  const base = await bases.find(change, known, root, bytes);
  if (base === undefined) return { document, base: undefined };
  if (keepsItsWord(change, base)) return { document, base: plain(base) };
  // Where the service does not name the base, it was another than the one that was scanned.
  return change.baseSha256 === undefined ? { document, base: undefined } : 'damaged';
}

/** Whether the diff makes of its base the very bytes that the proof is about. */
function keepsItsWord(change: FileChange, base: string): boolean {
  const changed = applyExactly(change, base);
  if (changed === undefined) return false;
  return change.patchedSha256 === undefined || sha256(changed) === change.patchedSha256;
}
