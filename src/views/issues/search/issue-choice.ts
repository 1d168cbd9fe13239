import type * as vscode from 'vscode';
import type { IssueListItem } from '../../../api/contract/issue.ts';
import { severityLabel, statusLabel } from '../../../words/issues.ts';
import { severityIcon } from '../severity-icon.ts';

export interface IssueChoice extends vscode.QuickPickItem {
  readonly issue: IssueListItem;
}

/** An issue in a list to choose from: severity, title, place. @param repository of one that is not open here */
export function issueChoice(issue: IssueListItem, repository?: string): IssueChoice {
  const { title, severity, status, file, startLine } = issue;
  return {
    label: title,
    description: [
      severityLabel(severity),
      status === 'PENDING_REVIEW' ? '' : statusLabel(status),
      `${file}:${startLine}`,
      repository ?? '',
    ]
      .filter((part) => part !== '')
      .join(' · '),
    iconPath: severityIcon(severity),
    issue,
  };
}
