import * as vscode from 'vscode';
import type { IssueDetails } from '../issue-details.ts';
import type { IssueStore } from '../issue-store.ts';
import { type HoverDetails, hoverMarkdown } from '../issue-text.ts';
import type { KnownIssue } from '../known-issue.ts';
import { keyOfUri, toRange } from '../locations.ts';
import { scopeSetting } from '../settings.ts';
import { projectFile } from './problems.ts';

/** Issues that one hover explains; the Problems panel lists the others at the place. */
const mostInOneHover = 2;
/** Milliseconds that a hover waits for the rest; without it, the rest is shown. */
const patienceMs = 400;

/** Explains the issue under the cursor in one screenful. */
export class IssueHover implements vscode.HoverProvider {
  readonly #store: IssueStore;
  readonly #details: IssueDetails;

  constructor(store: IssueStore, details: IssueDetails) {
    this.#store = store;
    this.#details = details;
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    // What is said of a package is said of all its issues at once.
    const found = issuesAt(this.#store, document.uri, new vscode.Range(position, position))
      .filter(({ issue }) => issue.dependency === undefined)
      .slice(0, mostInOneHover);
    if (found.length === 0) return undefined;
    const texts = await Promise.all(
      found.map(async (known) => trusted(hoverMarkdown(known, await this.#detailsOf(known)))),
    );
    return new vscode.Hover(texts);
  }

  async #detailsOf(known: KnownIssue): Promise<HoverDetails> {
    try {
      const issue = await this.#details.get(known.issue.id, AbortSignal.timeout(patienceMs));
      return { remediation: issue.remediation, verdict: issue.investigation?.summary };
    } catch {
      return {};
    }
  }
}

/** The shown issues whose code touches the range, worst first. */
export function issuesAt(store: IssueStore, uri: vscode.Uri, range: vscode.Range): KnownIssue[] {
  const key = keyOfUri(uri);
  if (key === undefined) return [];
  return projectFile(store.ofFile(key), scopeSetting())
    .shown.filter(
      ({ place }) => place.kind === 'at' && toRange(place.range).intersection(range) !== undefined,
    )
    .sort((a, b) => b.issue.score - a.issue.score);
}

function trusted(markdown: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString(markdown, true);
  text.isTrusted = {
    enabledCommands: [
      'parapet.showDetails',
      'parapet.generatePatch',
      'parapet.showPatch',
      'parapet.explainPatch',
      'parapet.regeneratePatch',
      'parapet.howToFix',
      'parapet.investigate',
      'parapet.markFalsePositive',
    ],
  };
  return text;
}
