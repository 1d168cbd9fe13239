import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { OnlineSource } from '../../../api/contract/vocabulary.ts';
import { mergeByAlias } from '../../../engine/dependencies/advisories/merge.ts';
import type { Advisory } from '../../../engine/dependencies/advisory.ts';
import type { AskedPackage } from '../../../engine/dependencies/vulnerabilities.ts';
import { type Access, sourceNetwork } from './bounded-request.ts';
import { askNpm, npmRegistry } from './npm-audit.ts';
import { askOsv, osvAddress } from './osv-api.ts';
import { sourcesOf, storeSnapshot } from './snapshot-file.ts';
import type { SnapshotFile } from './snapshot-folder.ts';
import { SourceFailure } from './source-failure.ts';

/** An answer is kept this long: the same packages are not asked for again. */
const keptMs = 24 * 60 * 60_000;
/** A scan waits no longer for one source. */
const longestMs = 2 * 60_000;

/** Where a source is, which tests replace. */
export interface OnlineAddress {
  readonly url: URL;
  readonly mayBePrivate: boolean;
}

const usual: Readonly<Record<OnlineSource, URL>> = { OSV: osvAddress, NPM: npmRegistry };

/**
 * Asks a source which advisories concern packages, or takes what it answered within the last day.
 * @param folder where answers are kept
 * @returns the answer as a snapshot; undefined where nothing is to be asked
 * @throws SourceFailure, or the signal's reason
 */
export async function answerOf(
  source: OnlineSource,
  packages: readonly AskedPackage[],
  folder: string,
  signal?: AbortSignal,
  { url, mayBePrivate }: OnlineAddress = { url: usual[source], mayBePrivate: false },
): Promise<SnapshotFile | undefined> {
  const asked = packages.filter(({ ecosystem }) =>
    source === 'NPM' ? ecosystem === 'npm' : ecosystem !== 'docker' && ecosystem !== 'conda',
  );
  if (asked.length === 0) return undefined;
  const file = path.join(folder, `${source}-${digestOf(url, asked)}.br`);
  const answer: SnapshotFile = { name: url.host, path: file };
  const written = await stat(file).catch(() => undefined);
  if (written && Date.now() - written.mtimeMs < keptMs) return answer;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder);
  const advisories = await ask(source, asked, url, mayBePrivate, signal);
  const origin = { title: url.host, origin: url.href };
  storeSnapshot(file, mergeByAlias(advisories), sourcesOf(advisories), origin);
  return answer;
}

async function ask(
  source: OnlineSource,
  asked: readonly AskedPackage[],
  url: URL,
  mayBePrivate: boolean,
  signal: AbortSignal | undefined,
): Promise<readonly Advisory[]> {
  await using network = sourceNetwork(mayBePrivate);
  const late = AbortSignal.timeout(longestMs);
  const access: Access = {
    network,
    mayBePrivate,
    signal: signal ? AbortSignal.any([signal, late]) : late,
  };
  try {
    return source === 'NPM' ? await askNpm(url, asked, access) : await askOsv(url, asked, access);
  } catch (cause) {
    signal?.throwIfAborted();
    if (!late.aborted) throw cause;
    throw new SourceFailure(`${url.host} took more than ${longestMs / 1_000} s for all packages.`, { cause });
  }
}

function digestOf(url: URL, asked: readonly AskedPackage[]): string {
  const lines = asked.map(({ ecosystem, name, version }) => JSON.stringify([ecosystem, name, version]));
  return createHash('sha256')
    .update([url.href, ...lines.sort()].join('\n'))
    .digest('hex')
    .slice(0, 32);
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs >= keptMs) await rm(file, { force: true });
  }
}
