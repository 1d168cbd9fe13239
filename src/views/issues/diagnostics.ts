import * as vscode from 'vscode';
import type { Severity } from '../../api/contract/vocabulary.ts';
import type { IssueStore } from './issue-store.ts';
import { problemMessage } from './issue-text.ts';
import type { KnownIssue } from './known-issue.ts';
import { fileUri, toRange, uriOf } from './locations.ts';
import { projectFile } from './problems.ts';
import { minimumSeverity } from './settings.ts';

/** What the Problems panel and the light bulb know our diagnostics by. */
export const diagnosticSource = 'Parapet';

/** The Problems panel's part of the issues: a projection of the store, file by file. */
export class Diagnostics implements vscode.Disposable {
  readonly #store: IssueStore;
  readonly #log: (message: string) => void;
  readonly #collection = vscode.languages.createDiagnosticCollection('parapet');
  readonly #subscriptions: vscode.Disposable[];
  /** Files that show only some of their issues, and how many they have. */
  readonly #capped = new Map<string, number>();

  constructor(store: IssueStore, log: (message: string) => void) {
    this.#store = store;
    this.#log = log;
    this.#subscriptions = [
      this.#collection,
      store.onChange(({ files }) => this.#project(files)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('parapet.issues.minimumSeverity')) this.#project(store.files());
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #project(files: Iterable<string>): void {
    const minimum = minimumSeverity();
    // Per file: one `set` for many files would drop what is over its own, lower cap.
    for (const key of files) this.#projectOne(key, minimum);
  }

  #projectOne(key: string, minimum: Severity): void {
    const known = this.#store.ofFile(key);
    const { shown, total } = projectFile(known, minimum);
    const [folder = '', file = ''] = splitKey(key);
    this.#collection.set(uriOf(folder, file), shown.map(toDiagnostic));
    this.#reportCap(key, file, shown.length, total);
  }

  /** Says once for each change what Problems leaves out, and that the tree does not. */
  #reportCap(key: string, file: string, shown: number, total: number): void {
    if (shown === total) this.#capped.delete(key);
    else if (this.#capped.get(key) !== total) {
      this.#capped.set(key, total);
      this.#log(
        `Problems: showing ${shown} of ${total} issues of ${file}, the worst ones; the Issues view lists all.`,
      );
    }
  }
}

function splitKey(key: string): [string, string] {
  const at = key.indexOf('\n');
  return [key.slice(0, at), key.slice(at + 1)];
}

function toDiagnostic(known: KnownIssue): vscode.Diagnostic {
  const { issue, place } = known;
  const range = place.kind === 'at' ? toRange(place.range) : new vscode.Range(0, 0, 0, 0);
  const diagnostic = new vscode.Diagnostic(range, problemMessage(issue), diagnosticSeverity(issue.severity));
  diagnostic.source = diagnosticSource;
  diagnostic.code = {
    value: issue.vulnClass,
    target: vscode.Uri.parse(`command:parapet.showDetails?${encodeURIComponent(JSON.stringify([issue.id]))}`),
  };
  if (issue.flow && issue.flow.stepCount > 1) {
    const { source, stepCount } = issue.flow;
    diagnostic.relatedInformation = [
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(uriOf(known.folder, source.file), toRange(source.range)),
        vscode.l10n.t('Step 1 of {0}: {1}', stepCount, source.message),
      ),
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(fileUri(known), range),
        vscode.l10n.t('Step {0} of {0}: it is used here', stepCount),
      ),
    ];
  }
  return diagnostic;
}

/** An error is what would stop a release; a hint is for the curious. */
export function diagnosticSeverity(severity: Severity): vscode.DiagnosticSeverity {
  switch (severity) {
    case 'CRITICAL':
    case 'HIGH':
      return vscode.DiagnosticSeverity.Error;
    case 'MEDIUM':
      return vscode.DiagnosticSeverity.Warning;
    case 'LOW':
      return vscode.DiagnosticSeverity.Information;
    case 'INFO':
      return vscode.DiagnosticSeverity.Hint;
  }
}
