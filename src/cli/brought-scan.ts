import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unfolded } from '../engine/causes.ts';
import type { Finding } from '../engine/finding.ts';
import { placeOf, type RepositoryPlace } from '../git/place.ts';
import { headOf } from '../git/refs.ts';
import {
  ProjectScanner,
  ScanError,
  type ScanEvent,
  type ScanOptions,
  type ScanSummary,
} from '../service/analysis/index.ts';
import { usualMirrorLimits } from '../service/mirrors/limits.ts';
import { WorkingCopies } from '../service/mirrors/working-copies.ts';
import { broughtFindings } from '../service/scans/pull-requests/brought.ts';
import { comparisonNotes } from '../service/scans/pull-requests/comparison-notes.ts';

export interface BroughtRequest {
  readonly folder: string;
  /** A branch, or a commit by its whole name. */
  readonly base: string;
  readonly options: ScanOptions;
  readonly signal: AbortSignal;
  readonly on: (event: ScanEvent) => void;
}

/** What a change brings, with the coverage of its head. */
export interface Brought {
  readonly findings: readonly Finding[];
  readonly summary: ScanSummary;
}

/**
 * Scans what the commit that is checked out brings: its issues without those of the commit that it left the base at. Both are
 * read from git into a folder of ours, so neither the work tree nor what is not committed in it has a part in it.
 * @throws ScanError where there is nothing to compare; MirrorFailure; the signal's reason
 */
export async function scanBrought(request: BroughtRequest): Promise<Brought> {
  const { folder, base, signal } = request;
  const place = await placeOf(folder);
  const head = place && (await headOf(place)).commit;
  if (!place || head === undefined)
    throw new ScanError('not-found', `${folder} has no commit that could be compared with ${base}.`);
  const own = await mkdtemp(path.join(tmpdir(), 'parapet-base-'));
  try {
    const setup = { limits: usualMirrorLimits, mayBePrivate: false, allowedHosts: new Set<string>() };
    const copies = new WorkingCopies(own, setup);
    const left = await leftAt(copies, folder, { head, base }, signal);
    return await compare(copies, place, { ...left, head }, request);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** There is one repository. */
const repositoryId = 'repository';

interface Left {
  readonly base: string;
  readonly isMergeBase: boolean;
}

async function leftAt(
  copies: WorkingCopies,
  folder: string,
  { head, base }: { readonly head: string; readonly base: string },
  signal: AbortSignal,
): Promise<Left> {
  const ref = base.startsWith('refs/') ? base : `refs/heads/${base}`;
  const isCommit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(base);
  const tip = isCommit ? base : (await copies.refs(repositoryId, { folder }, [ref], signal)).get(ref);
  if (tip === undefined)
    throw new ScanError(
      'not-found',
      `there is no branch ${base}, here or at a remote. Fetch it first, for example with git fetch origin ${base}.`,
    );
  const parted = await copies.mergeBase(repositoryId, { folder }, [head, tip], signal);
  return { base: parted ?? tip, isMergeBase: parted !== undefined };
}

async function compare(
  copies: WorkingCopies,
  place: RepositoryPlace,
  { head, base, isMergeBase }: Left & { readonly head: string },
  request: BroughtRequest,
): Promise<Brought> {
  const { folder, options, signal, on } = request;
  const { prefix } = place;
  const rules = { commit: base, folder: prefix };
  const open = (commit: string) =>
    copies.open({ repositoryId, origin: { folder }, name: 'code', commit, rules }, signal);
  const scanned = async (commit: string) => {
    using copy = await open(commit);
    scanner ??= new ProjectScanner(path.join(copy.root, prefix), options);
    return await scannedBy(scanner, on, signal);
  };
  let scanner: ProjectScanner | undefined;
  try {
    const before = await scanned(base);
    const { findings, summary } = await scanned(head);
    const changed = await copies.changed(repositoryId, [base, head], signal);
    const ofFolder = changed && new Set([...changed].flatMap((file) => below(prefix, file)));
    const known = { findings: before.findings.flatMap(unfolded), notLookedAt: before.notLookedAt };
    const brought = broughtFindings(findings, known, ofFolder);
    const skips = [...comparisonNotes(request.base, { isMergeBase }, ofFolder), ...summary.skips];
    const git = await headOf(place);
    return {
      findings: brought,
      summary: { ...summary, skips, git, root: path.resolve(folder), findings: brought.length },
    };
  } finally {
    await scanner?.close();
  }
}

const below = (prefix: string, file: string): string[] =>
  file.startsWith(prefix) ? [file.slice(prefix.length)] : [];

async function scannedBy(scanner: ProjectScanner, on: BroughtRequest['on'], signal: AbortSignal) {
  const findings = new Map<string, Finding>();
  const notLookedAt = new Set<string>();
  const summary = await scanner.scan((event) => {
    if (event.type === 'finding')
      findings.set(`${event.finding.fingerprint}\0${event.finding.file}`, event.finding);
    else if (event.type === 'skip') notLookedAt.add(event.skip.file);
    on(event);
  }, signal);
  for (const { file } of summary.skips) notLookedAt.add(file);
  return { findings: [...findings.values()], notLookedAt: [...notLookedAt], summary };
}
