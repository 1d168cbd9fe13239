import * as l10n from '@vscode/l10n';
import type { Candidate, LeftOut } from '../../../workspace/submission.ts';

export type TargetKind = 'selection' | 'document' | 'resources' | 'workingTree' | 'staged' | 'branch';

/** What is scanned on demand. */
export interface Target {
  readonly kind: TargetKind;
  /** The same for the same thing scanned again; its results then replace those of before. */
  readonly key: string;
  /** As the user reads it: `app.js`, `Lines 3 to 12 of app.js`. */
  readonly label: string;
}

/** What a target consists of at the moment it is scanned. */
export interface Gathered {
  /** URI of the folder that paths are relative to. */
  readonly folder: string;
  /** Path of the folder on this machine's disk; undefined for what is in no folder, such as an untitled file. */
  readonly root: string | undefined;
  /** Remembers a permission to send: one a repository. */
  readonly repository: { readonly key: string; readonly name: string };
  readonly form: 'files' | 'change';
  /** What the editor calls the one file, when it is submitted under a name that tells its language. */
  readonly shownFile?: string;
  readonly candidates: readonly Candidate[];
  /** Whether the candidates are what the editor and the disk have, and not what is staged. */
  readonly isPresent: boolean;
  readonly leftOut: readonly LeftOut[];
  /** What a folder's scan left out on purpose, as counts by reason. */
  readonly excluded?: Readonly<Record<string, number>>;
}

export function selectionLabel(file: string, first: number, last: number): string {
  return first === last
    ? l10n.t('Line {0} of {1}', first, file)
    : l10n.t('Lines {0} to {1} of {2}', first, last, file);
}

export function changeLabel(
  kind: 'workingTree' | 'staged' | 'branch',
  base: string,
  folder?: string,
): string {
  const what =
    kind === 'workingTree'
      ? l10n.t('Changes in the working tree')
      : kind === 'staged'
        ? l10n.t('Staged changes')
        : l10n.t('Changes since {0}', base);
  return folder === undefined ? what : `${folder}: ${what}`;
}
