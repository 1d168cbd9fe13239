import type { Environment } from '../../api/transport/proxy.ts';
import { type GitAnswer, spawnGit } from '../../git/process.ts';
import { type Egress, type EgressOptions, openEgress } from './egress.ts';
import { MirrorFailure, type MirrorLimits } from './limits.ts';

export interface Remote {
  /** HTTPS, or HTTP within a network of one's own; without credentials. */
  readonly url: string;
  /** Sent to the host of the address alone, as the value of `Authorization`. */
  readonly authorization?: string | undefined;
}

export interface FetchSetup extends Omit<EgressOptions, 'maximumBytes'> {
  readonly limits: MirrorLimits;
}

const mostRefBytes = 64 * 1024 * 1024;
/** Ends a transfer that is slower than 1 kB/s for this long. */
const slowSeconds = 30;
/** Characters of git's progress that are looked at together. */
const longestProgress = 4_000;

/** A git that talks with a server. */
export interface Transfer {
  readonly setup: FetchSetup;
  /** The bare repository of ours that it fetches into. */
  readonly gitDir: string;
  readonly remote: Remote;
  readonly args: readonly string[];
  /** Told how a fetch goes. */
  readonly onProgress?: FetchReport | undefined;
}

/** How far a fetch is. */
export interface FetchProgress {
  readonly bytes: number;
  /** Of `totalObjects`, which is 0 until the server has said how many there are. */
  readonly objects: number;
  readonly totalObjects: number;
}

export type FetchReport = (progress: FetchProgress) => void;

/** What git prints, with the server as its only way out. @throws MirrorFailure; the signal's reason */
export async function transferWith(
  { setup, gitDir, remote, args, onProgress }: Transfer,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { limits } = setup;
  await using egress = await openEgress({ ...setup, maximumBytes: limits.fetchBytes });
  const late = AbortSignal.timeout(limits.fetchMs);
  try {
    const answer = await spawnGit([...transfer, ...args], {
      signal: signal ? AbortSignal.any([signal, late]) : late,
      timeoutMs: limits.fetchMs + 1_000,
      maximumBytes: mostRefBytes,
      ...(onProgress && { onProgress: objectsCounted(egress, onProgress) }),
      environment: {
        ...egress.environment,
        ...authorities(setup.environment ?? process.env),
        ...credentials(remote),
        GIT_DIR: gitDir,
        GIT_ALLOW_PROTOCOL: 'https:http',
      },
    });
    if (answer.kind === 'ok') return answer.output;
    throw failureOf(answer, egress.fault, remote.authorization !== undefined);
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted)
      throw new MirrorFailure(
        `The git server did not send everything within ${Math.round(limits.fetchMs / 60_000)} minutes.`,
      );
    throw error;
  }
}

/** Reads what git says of its progress: `Receiving objects:  45% (450/1000), 1.20 MiB | 500.00 KiB/s`. */
function objectsCounted(egress: Egress, report: FetchReport): (text: string) => void {
  let rest = '';
  let [objects, totalObjects] = [0, 0];
  return (text) => {
    rest = (rest + text).slice(-longestProgress);
    for (const [, done, total] of rest.matchAll(/Receiving objects: +\d{1,3}% \((\d{1,12})\/(\d{1,12})\)/g))
      [objects, totalObjects] = [Number(done), Number(total)];
    report({ bytes: egress.received, objects, totalObjects });
  };
}

const transfer = [
  'http.followRedirects=initial',
  `http.lowSpeedLimit=1000`,
  `http.lowSpeedTime=${slowSeconds}`,
  // Objects are kept as the pack that came, and large ones are not held in memory.
  'fetch.unpackLimit=1',
  'core.bigFileThreshold=8m',
  'pack.threads=1',
].flatMap((setting) => ['-c', setting]);

/** The file of certificate authorities that the operator names for git, in the place of the system's. */
function authorities({ GIT_SSL_CAINFO: file }: Environment): Record<string, string> {
  return file ? { GIT_SSL_CAINFO: file } : {};
}

/** A setting for the address's own host, in the environment: arguments are seen by every user of a machine. */
function credentials({ url, authorization }: Remote): Record<string, string> {
  if (authorization === undefined) return {};
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL('/', url).href}.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  };
}

export function failureOf(
  answer: Exclude<GitAnswer, { kind: 'ok' }>,
  fault: string | undefined,
  isSignedIn = false,
): MirrorFailure {
  if (fault !== undefined) return new MirrorFailure(fault);
  switch (answer.kind) {
    case 'missing':
      return new MirrorFailure('Git is not installed where the service runs.');
    case 'tooMuch':
      return new MirrorFailure('The repository has more branches than can be listed.');
    case 'noRepository':
    case 'refused':
      return new MirrorFailure(sentenceOf(answer.kind === 'refused' ? answer.message : '', isSignedIn));
  }
}

/** What git said, for a person. Its own text may hold what the server sent, so it is not passed on. */
function sentenceOf(message: string, isSignedIn: boolean): string {
  if (/Authentication failed|could not read Username|returned error: 40[13]/i.test(message))
    return isSignedIn
      ? 'The git server refuses the credentials of the installation: they were revoked, have expired, or do not cover this repository. Give the installation new ones.'
      : 'The git server asks for a sign-in, or there is no such repository. Only public repositories are fetched by their address.';
  if (/not found|returned error: 404/i.test(message)) return 'The git server has no such repository.';
  if (/couldn't find remote ref|not our ref|unadvertised object/i.test(message))
    return 'The git server does not have this branch or commit any more.';
  if (/Could not resolve host|Failed to connect|Connection refused|timed out|Couldn't connect/i.test(message))
    return 'The git server could not be reached.';
  if (/certificate|SSL/i.test(message)) return 'The certificate of the git server could not be verified.';
  if (/No space left/i.test(message)) return 'The disk of the service is full.';
  return 'The git server’s answer could not be used: this is not a git repository, or the transfer broke.';
}
