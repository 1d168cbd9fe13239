/** Why git could not be asked what changed, and what to do. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { Failure } from '../connection/failure.ts';
import { type GitAnswer, runGit } from '../git/run.ts';

/** @throws Failure when git says no, or nothing */
export async function git(folder: string, args: readonly string[], signal: AbortSignal): Promise<Buffer> {
  const answer = await runGit(folder, args, { signal });
  if (answer.kind === 'ok') return answer.output;
  throw failureOf(folder, answer);
}

export function failureOf(folder: string, answer: Exclude<GitAnswer, { kind: 'ok' }>): Failure {
  if (answer.kind === 'missing') return noGit();
  if (answer.kind === 'tooMuch')
    return new Failure({
      what: l10n.t('The change is too large to be scanned at once.'),
      advice: l10n.t('Scan the workspace instead.'),
    });
  const isNoRepository = answer.kind === 'noRepository';
  return new Failure(
    isNoRepository
      ? {
          what: l10n.t(
            'The folder {0} is in no git repository, so it has no changes.',
            path.basename(folder),
          ),
          advice: l10n.t('Scan the file or the folder instead.'),
        }
      : {
          what: l10n.t('Git could not tell what changed in {0}.', path.basename(folder)),
          advice: l10n.t('Try “git status” there; it says what is wrong with the repository.'),
        },
    isNoRepository ? undefined : { cause: new Error(answer.message) },
  );
}

function noGit(): Failure {
  return new Failure({
    what: l10n.t('Git is not installed, or not on the path, so nobody knows what changed.'),
    advice: l10n.t('Install it, or scan the file or the folder instead.'),
  });
}
