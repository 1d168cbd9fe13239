import * as vscode from 'vscode';
import type { FlowStep } from '../../../api/contract/issue.ts';
import type { Severity } from '../../../api/contract/vocabulary.ts';
import type { IssueDetails } from '../issue-details.ts';
import type { IssueStore } from '../issue-store.ts';
import { problemMessage } from '../issue-text.ts';
import { fileKey, isOnDemand, type KnownIssue } from '../known-issue.ts';
import { fileUri, toRange, uriOf } from '../locations.ts';
import type { Scope } from '../scope.ts';
import { affectsScope, scopeSetting } from '../settings.ts';
import { Slices } from '../slices.ts';
import { projectFile } from './problems.ts';

/** What the Problems panel and the light bulb know our diagnostics by. */
export const diagnosticSource = 'Parapet';
/** The same of on-demand scans. */
export const onDemandSource = 'Parapet on demand';

/** Markers that VS Code takes in one call; it drops what is over. */
const mostInOneCall = 1000;

/** The Problems panel's part of the issues: a projection of the store, file by file, in slices. */
export class Diagnostics implements vscode.Disposable {
  readonly #store: IssueStore;
  readonly #details: IssueDetails;
  readonly #log: (message: string) => void;
  readonly #collection = vscode.languages.createDiagnosticCollection('parapet');
  readonly #subscriptions: { dispose(): void }[];
  readonly #files = new Slices<string>((files) => this.#project(files));
  /** Files that have markers. */
  readonly #marked = new Set<string>();
  /** Files that show only some of their issues, and how many they have. */
  readonly #capped = new Map<string, number>();

  constructor(store: IssueStore, details: IssueDetails, log: (message: string) => void) {
    this.#store = store;
    this.#details = details;
    this.#log = log;
    this.#subscriptions = [
      this.#collection,
      this.#files,
      store.onChange(({ files }) => this.#files.add(files)),
      details.onFetched(({ id }) => {
        const known = store.get(id);
        if (known) this.#files.add([fileKey(known)]);
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (affectsScope(event)) this.#files.add(store.files());
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Several files in one call, as one message to the window, but never more markers than it takes. */
  #project(files: Iterable<string>): void {
    const scope = scopeSetting();
    let batch: [vscode.Uri, vscode.Diagnostic[] | undefined][] = [];
    let markers = 0;
    for (const key of files) {
      const entry = this.#entry(key, scope);
      if (!entry) continue;
      markers += entry[1]?.length ?? 0;
      if (markers > mostInOneCall) {
        this.#collection.set(batch);
        batch = [];
        markers = entry[1]?.length ?? 0;
      }
      batch.push(entry);
    }
    if (batch.length > 0) this.#collection.set(batch);
  }

  /** What a file's markers are now; undefined where it had none and has none. */
  #entry(key: string, scope: Scope): [vscode.Uri, vscode.Diagnostic[] | undefined] | undefined {
    const { shown, total } = projectFile(this.#store.ofFile(key), scope);
    const [folder = '', file = ''] = splitKey(key);
    this.#reportCap(key, file, shown.length, total);
    if (shown.length === 0) return this.#marked.delete(key) ? [uriOf(folder, file), undefined] : undefined;
    this.#marked.add(key);
    return [
      uriOf(folder, file),
      shown.map((known) => toDiagnostic(known, this.#details.flowOf(known.issue))),
    ];
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

/** What a diagnostic is called beside its source: the advisory of a package, else the class of weakness. */
export const codeOf = ({ dependency, vulnClass }: KnownIssue['issue']): string =>
  dependency?.advisory.id ?? vulnClass;

function toDiagnostic(known: KnownIssue, steps: readonly FlowStep[] | undefined): vscode.Diagnostic {
  const { issue, place } = known;
  const range = place.kind === 'at' ? toRange(place.range) : new vscode.Range(0, 0, 0, 0);
  const diagnostic = new vscode.Diagnostic(range, problemMessage(issue), diagnosticSeverity(issue.severity));
  diagnostic.source = sourceOf(issue);
  diagnostic.code = {
    value: codeOf(issue),
    target: vscode.Uri.from({
      scheme: 'command',
      path: 'parapet.showDetails',
      query: JSON.stringify([issue.id]),
    }),
  };
  diagnostic.relatedInformation = related(known, range, steps);
  return diagnostic;
}

/** The steps of its flow: all where they are at hand, else where it begins and where it ends. */
function related(
  known: KnownIssue,
  range: vscode.Range,
  steps: readonly FlowStep[] | undefined,
): vscode.DiagnosticRelatedInformation[] {
  const { issue } = known;
  if (steps && steps.length > 1) {
    return steps.map((step, index) => {
      const isLast = index === steps.length - 1;
      return new vscode.DiagnosticRelatedInformation(
        // The last one is the issue's own place, which moves with the code.
        isLast
          ? new vscode.Location(fileUri(known), range)
          : new vscode.Location(uriOf(known.folder, step.file), toRange(step.range)),
        vscode.l10n.t('Step {0} of {1}: {2}', index + 1, steps.length, step.message),
      );
    });
  }
  if (issue.flow && issue.flow.stepCount > 1) {
    const { source, stepCount } = issue.flow;
    return [
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
  return [];
}

/** Who says so: the tool, for what comes from a report. */
export function sourceOf(issue: KnownIssue['issue']): string {
  if (issue.reported) return issue.reported.tool;
  return isOnDemand(issue) ? onDemandSource : diagnosticSource;
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
