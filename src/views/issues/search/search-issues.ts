import * as vscode from 'vscode';
import { sentenceOf } from '../../../connection/failure.ts';
import type { Window } from '../../window.ts';
import type { IssueStore } from '../issue-store.ts';
import type { KnownIssue } from '../known-issue.ts';
import type { FilterState } from '../tree/filter-state.ts';
import { type IssueChoice, issueChoice } from './issue-choice.ts';
import { searchByMeaning } from './meaning-picker.ts';

interface FoundChoice extends IssueChoice {
  /** The issue as this window lists it, where it does. */
  readonly known: KnownIssue | undefined;
  /** A folder of the organization that it was found in. */
  readonly scope: string | undefined;
}

/** Searches issues by what a text means, those of this window first. */
export async function searchIssues(
  { connection, store }: Pick<Window, 'connection' | 'store'>,
  filter: FilterState,
): Promise<void> {
  const find = async (text: string, signal: AbortSignal): Promise<readonly FoundChoice[] | undefined> => {
    const found: FoundChoice[] = [];
    let isOffered = false;
    for (const scope of connection.scopes) {
      const issues = await connection.use(signal, (api) => api.search.issues(text, signal), scope);
      isOffered ||= issues !== undefined;
      for (const issue of issues ?? []) {
        const known = knownAs(store, issue);
        found.push({ ...issueChoice(issue, known ? undefined : issue.repositoryName), known, scope });
      }
    }
    if (!isOffered) return undefined;
    return [...found.filter(({ known }) => known), ...found.filter(({ known }) => !known)];
  };
  await searchByMeaning<FoundChoice>({
    title: vscode.l10n.t('Search Issues by Meaning'),
    placeholder: vscode.l10n.t('Describe what you look for: a weakness, what an attacker does, a path'),
    examples: [
      vscode.l10n.t('user input reaches a shell'),
      vscode.l10n.t('critical SQL injection'),
      vscode.l10n.t('passwords in the code'),
    ],
    find,
    open: async ({ known, issue, scope }) => {
      if (known) await vscode.commands.executeCommand('parapet.openIssue', known.issue.id);
      else await showElsewhere(issue, scope);
    },
    instead: {
      label: vscode.l10n.t('Filter the issues by this text'),
      run: async (text) => {
        filter.set({ text });
        await vscode.commands.executeCommand('parapet.issues.focus');
      },
    },
    failure: sentenceOf,
  });
}

/** Of an issue on several branches the service tells one; the window may list another of them. */
function knownAs(store: IssueStore, issue: IssueChoice['issue']): KnownIssue | undefined {
  const same = store.get(issue.id);
  if (same) return same;
  for (const known of store.all()) {
    const { fingerprint, repositoryId, file } = known.issue;
    if (fingerprint === issue.fingerprint && repositoryId === issue.repositoryId && file === issue.file)
      return known;
  }
  return undefined;
}

/** Shows the details of an issue whose code is not open here. */
async function showElsewhere({ id, title, repositoryName }: IssueChoice['issue'], scope: string | undefined) {
  const folder = scope ?? vscode.workspace.workspaceFolders?.[0]?.uri.toString();
  if (folder !== undefined) await vscode.commands.executeCommand('parapet.showDetails', id, folder);
  else
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} is in {1}. Open a folder to see its details.', title, repositoryName),
    );
}
