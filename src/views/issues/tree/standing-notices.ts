import * as l10n from '@vscode/l10n';
import type { Standing } from '../../../workspace/standing.ts';
import type { NoticeNode } from './notices.ts';

/** A folder's clone beside what a service elsewhere scanned of its repository. */
export interface FolderStanding {
  /** URI of the folder. */
  readonly folder: string;
  readonly name: string;
  /** The branch whose issues are shown. */
  readonly shown: string | undefined;
  readonly commit: string;
  readonly standing: Standing;
}

const shortCommit = 8;

/**
 * A line for each folder whose code is not what the service scanned: another branch, commits that were not pushed or not
 * scanned yet. Uncommitted edits need none: places follow them.
 */
export function standingNotices(all: readonly FolderStanding[]): NoticeNode[] {
  const isOneOfSeveral = all.length > 1;
  return all.flatMap((one) => {
    const notice = noticeOf(one);
    if (!notice) return [];
    const label = isOneOfSeveral ? `${one.name}: ${notice.label}` : notice.label;
    return [{ ...notice, kind: 'notice', id: `standing.${one.folder}`, label }];
  });
}

function noticeOf({ shown, commit, standing }: FolderStanding): Omit<NoticeNode, 'kind' | 'id'> | undefined {
  const { branch, isPushed, unpushed, apart } = standing;
  if (branch !== undefined && shown !== undefined && branch !== shown) {
    return isPushed
      ? {
          icon: 'git-branch',
          label: l10n.t('{0} was not scanned', branch),
          description: l10n.t('scan it; issues of {0} are shown', shown),
          command: 'parapet.scanWorkspace',
        }
      : {
          icon: 'git-branch',
          label: l10n.t('{0} is only in this clone', branch),
          description: l10n.t('scan its changes here; issues of {0} are shown', shown),
          tooltip: l10n.t(
            'The service scans what is pushed. Push {0} to have it scanned there, or scan its changes now: the files that changed are sent to the service.',
            branch,
          ),
          command: 'parapet.scanBranch',
        };
  }
  if (!apart)
    return {
      icon: 'git-commit',
      label: l10n.t('The scanned commit {0} is not in this clone', commit.slice(0, shortCommit)),
      description: l10n.t('fetch it to see all issues at their places'),
    };
  const { ahead, behind } = apart;
  if (unpushed > 0)
    return {
      icon: 'git-commit',
      label:
        unpushed === 1 ? l10n.t('1 commit is not pushed') : l10n.t('{0} commits are not pushed', unpushed),
      description: l10n.t('scan their changes here'),
      tooltip: l10n.t(
        'The service scans what is pushed; its issues are of commit {0}. Scan the changes of this branch now, or push them and scan again.',
        commit.slice(0, shortCommit),
      ),
      command: 'parapet.scanBranch',
    };
  if (ahead > 0)
    return {
      icon: 'git-commit',
      label:
        ahead === 1
          ? l10n.t('1 commit is not scanned yet')
          : l10n.t('{0} commits are not scanned yet', ahead),
      description: l10n.t('scan again'),
      command: 'parapet.scanWorkspace',
    };
  if (behind > 0)
    return {
      icon: 'git-commit',
      label:
        behind === 1
          ? l10n.t('The scan is 1 commit ahead of this folder')
          : l10n.t('The scan is {0} commits ahead of this folder', behind),
      description: l10n.t('pull to see the code that was scanned'),
    };
  return undefined;
}
