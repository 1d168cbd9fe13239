import * as vscode from 'vscode';
import type { Connection } from '../../connection/connection.ts';
import { isCancellation, sentenceOf } from '../../connection/failure.ts';
import type { RuleCheck } from '../../connection/repository/rule-api.ts';
import type { Repositories } from '../../workspace/repositories.ts';
import { examplesOf, folderOfRules, nameOf, textOf } from './rule-files.ts';

/** What is known of a rule file. */
export type RuleFileState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'checked'; readonly check: RuleCheck };

/** Milliseconds without a further edit before a rule is tried. */
const pauseMs = 500;

interface Waiting {
  readonly file: vscode.Uri;
  /** Whether data is followed for rules that ask about it, too: it takes seconds. */
  readonly followData: boolean;
}

export interface RuleCheckerParts {
  readonly connection: Pick<Connection, 'use'>;
  readonly repositories: Pick<Repositories, 'ofFolders'>;
  readonly changed: () => void;
}

/**
 * Has the service check rule files, one at a time and as they are then, and shows what is wrong in Problems. Of edits while a
 * check runs, only the last one is checked.
 */
export class RuleChecker implements vscode.Disposable {
  readonly #parts: RuleCheckerParts;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('parapet.rules');
  readonly #states = new Map<string, RuleFileState>();
  readonly #waiting = new Map<string, Waiting>();
  /** Examples that a rule file's check put diagnostics on. */
  readonly #examples = new Map<string, readonly vscode.Uri[]>();
  #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: RuleCheckerParts) {
    this.#parts = parts;
  }

  state(file: vscode.Uri): RuleFileState | undefined {
    return this.#states.get(file.toString());
  }

  /** Checks a file once nobody has edited it for a moment. @param followData it was saved */
  later(file: vscode.Uri, followData: boolean): void {
    const key = file.toString();
    this.#waiting.set(key, { file, followData: followData || this.#waiting.get(key)?.followData === true });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), pauseMs);
  }

  /** Checks files now. @returns when all of them are checked */
  async now(files: readonly vscode.Uri[]): Promise<void> {
    for (const file of files) this.#waiting.set(file.toString(), { file, followData: true });
    clearTimeout(this.#timer);
    await this.#running;
    await this.#run();
  }

  /** The file is gone. */
  remove(file: vscode.Uri): void {
    const key = file.toString();
    this.#waiting.delete(key);
    this.#states.delete(key);
    this.#diagnostics.delete(file);
    for (const example of this.#examples.get(key) ?? []) this.#diagnostics.delete(example);
    this.#examples.delete(key);
  }

  /** What is known came from another service. */
  forget(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#waiting.clear();
    this.#states.clear();
    this.#examples.clear();
    this.#diagnostics.clear();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#diagnostics.dispose();
  }

  async #run(): Promise<void> {
    this.#running ??= this.#checkWaiting().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #checkWaiting(): Promise<void> {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      const [key, { file, followData }] = next;
      this.#waiting.delete(key);
      const { signal } = this.#stop;
      if (!this.#states.has(key)) this.#states.set(key, { kind: 'checking' });
      this.#parts.changed();
      try {
        const check = await this.#check(file, false, signal);
        if (signal.aborted) continue;
        this.#checked(file, check);
        // What is quick is shown first; after a further edit, that one is checked instead.
        if (followData && check.notSearched.length > 0 && !this.#waiting.has(key)) {
          this.#parts.changed();
          const followed = await this.#check(file, true, signal);
          if (signal.aborted) continue;
          this.#checked(file, followed);
        }
      } catch (error) {
        if (signal.aborted) continue;
        if (isCancellation(error)) this.#states.delete(key);
        else this.#states.set(key, { kind: 'failed', message: sentenceOf(error) });
      }
      this.#parts.changed();
    }
  }

  #checked(file: vscode.Uri, check: RuleCheck): void {
    this.#states.set(file.toString(), { kind: 'checked', check });
    this.#show(file, check);
  }

  async #check(file: vscode.Uri, followData: boolean, signal: AbortSignal): Promise<RuleCheck> {
    const folder = folderOfRules(file);
    const known = (await this.#parts.repositories.ofFolders(signal)).find(
      (one) => one.folder.uri.toString() === folder?.uri.toString(),
    );
    if (!known) throw new Error(vscode.l10n.t('The service does not know the folder of this rule file.'));
    const { repositoryId, prefix } = known;
    const request = {
      repositoryId,
      content: await textOf(file),
      examples: await examplesOf(file),
      ...(prefix !== '' && { pathPrefix: prefix }),
      ...(followData && { followData }),
    };
    const check = await this.#parts.connection.use(
      signal,
      (api) => api.rules.check(request, signal),
      known.folder.uri.toString(),
    );
    const matches = check.matches.map(({ flow, ...match }) => ({
      ...match,
      file: match.file.slice(prefix.length),
      ...(flow && { flow: flow.map((step) => ({ ...step, file: step.file.slice(prefix.length) })) }),
    }));
    return { ...check, matches };
  }

  #show(file: vscode.Uri, { problems, differences }: RuleCheck): void {
    this.#diagnostics.set(
      file,
      problems.map(({ line, column, message }) => diagnostic(line, column, message, 'error')),
    );
    const folder = vscode.Uri.joinPath(file, '..');
    const paths = new Set(differences.map(({ path }) => path));
    for (const example of this.#examples.get(file.toString()) ?? []) this.#diagnostics.delete(example);
    const shown: vscode.Uri[] = [];
    for (const path of paths) {
      const uri = vscode.Uri.joinPath(folder, path);
      const here = differences.filter((difference) => difference.path === path);
      this.#diagnostics.set(
        uri,
        here.map(({ line, kind, ruleId }) => diagnostic(line, 1, differenceText(kind, ruleId), 'warning')),
      );
      shown.push(uri);
    }
    this.#examples.set(file.toString(), shown);
  }
}

/** To the end of the line: VS Code cuts the range to what is there. */
function diagnostic(line: number, column: number, message: string, severity: 'error' | 'warning') {
  const range = new vscode.Range(line - 1, column - 1, line - 1, 1_000);
  const shown = new vscode.Diagnostic(
    range,
    message,
    severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
  );
  shown.source = 'Parapet';
  return shown;
}

/** What a rule does otherwise than its example says. */
export const differenceText = (kind: 'missing' | 'unexpected', rule: string): string =>
  kind === 'missing'
    ? vscode.l10n.t('{0} should match here, and does not', rule)
    : vscode.l10n.t('{0} matches here, and should not', rule);

/** How a rule file's examples went, as a sentence. */
export function examplesText(file: vscode.Uri, { differences, examplesRun }: RuleCheck): string {
  if (examplesRun === 0)
    return vscode.l10n.t(
      'No example beside {0} has a comment such as "ruleid: my-rule" for one of its rules.',
      nameOf(file),
    );
  if (differences.length === 0) return vscode.l10n.t('{0}: examples pass ({1})', nameOf(file), examplesRun);
  return vscode.l10n.t('{0}: {1} lines of examples differ', nameOf(file), differences.length);
}
