import * as l10n from '@vscode/l10n';
import { Failure, isCancellation } from '../../../connection/failure.ts';
import type { Candidate, LeftOut } from '../../../workspace/submission.ts';
import type { UseCodeScans } from './review.ts';
import { screen } from './screening.ts';
import type { Gathered } from './target.ts';
import type { Upload } from './upload-consent.ts';

export interface UploadRules {
  /** The service on this machine, which looks for secrets before something is sent elsewhere. */
  readonly useLocal: UseCodeScans;
  /** Address of a service elsewhere; undefined for the one on this machine. */
  readonly remote: () => string | undefined;
  readonly allowsUpload: (upload: Upload, signal: AbortSignal) => Promise<boolean>;
}

/**
 * What may be scanned: everything here, and elsewhere what is no secret and was agreed to.
 * @param step told before each step that may take a while
 * @throws Failure when nothing can say what is a secret, AbortError when it is not to be sent
 */
export async function allowed(
  { remote, useLocal, allowsUpload }: UploadRules,
  gathered: Gathered,
  signal: AbortSignal,
  step: (kind: 'screening' | 'asking') => void,
): Promise<{ readonly candidates: readonly Candidate[]; readonly held: readonly LeftOut[] }> {
  const service = remote();
  if (service === undefined || gathered.candidates.length === 0)
    return { candidates: gathered.candidates, held: [] };
  step('screening');
  const { candidates, held } = await screened(gathered, useLocal, signal);
  if (candidates.length === 0) return { candidates, held };
  step('asking');
  const files = candidates.flatMap(({ path, content, before }) => [
    { path, bytes: Buffer.byteLength(content) },
    ...(before
      ? [{ path: before.path, bytes: Buffer.byteLength(before.content), detail: 'before' as const }]
      : []),
  ]);
  const upload = { service, repository: gathered.repository, files, held };
  if (!(await allowsUpload(upload, signal))) throw new DOMException('Not sent', 'AbortError');
  // Another service may have been chosen while the question stood: the answer was not about that one.
  if (remote() !== service) throw new DOMException('Another service', 'AbortError');
  return { candidates, held };
}

/** When nothing can say what is a secret, nothing is sent. */
async function screened(gathered: Gathered, useLocal: UseCodeScans, signal: AbortSignal) {
  try {
    return await screen(gathered, useLocal, signal);
  } catch (error) {
    if (signal.aborted || isCancellation(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(
      {
        what: l10n.t(
          'The code could not be checked for secrets on this machine, so nothing was sent: {0}',
          reason,
        ),
        advice: l10n.t('Try again, or use the service on this machine.'),
      },
      { cause: error },
    );
  }
}
