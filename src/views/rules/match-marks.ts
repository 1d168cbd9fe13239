import * as vscode from 'vscode';
import type { RuleCheck } from '../../connection/repository/rule-api.ts';
import { folderOfRules } from './rule-files.ts';

/** Matches of one rule file that are marked in code. */
const maximumMarks = 500;
/** Steps of a flow that are listed below a match. */
const maximumSteps = 50;

/** Marks in the code what rules match, for those rule files that can be seen in an editor. */
export class MatchMarks implements vscode.Disposable {
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('parapet.ruleMatches');
  readonly #checkOf: (file: vscode.Uri) => RuleCheck | undefined;
  readonly #subscription: vscode.Disposable;

  /** @param checkOf what is known of a rule file */
  constructor(checkOf: (file: vscode.Uri) => RuleCheck | undefined) {
    this.#checkOf = checkOf;
    this.#subscription = vscode.window.onDidChangeVisibleTextEditors(() => this.draw());
  }

  /** What is known, or what can be seen, is something else than before. */
  draw(): void {
    const marks = new Map<string, vscode.Diagnostic[]>();
    const seen = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    for (const key of seen) {
      const file = vscode.Uri.parse(key);
      const folder = folderOfRules(file);
      const check = folder && this.#checkOf(file);
      if (!check) continue;
      for (const match of check.matches.slice(0, maximumMarks)) {
        const uri = vscode.Uri.joinPath(folder.uri, match.file).toString();
        marks.set(uri, [...(marks.get(uri) ?? []), markOf(match, folder.uri)]);
      }
    }
    this.#diagnostics.clear();
    for (const [uri, found] of marks) this.#diagnostics.set(vscode.Uri.parse(uri), found);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#diagnostics.dispose();
  }
}

function markOf(match: RuleCheck['matches'][number], folder: vscode.Uri): vscode.Diagnostic {
  const mark = new vscode.Diagnostic(rangeOf(match), match.message, vscode.DiagnosticSeverity.Information);
  mark.source = 'Parapet';
  mark.code = match.ruleId;
  mark.relatedInformation = (match.flow ?? []).slice(0, maximumSteps).map((step) => {
    const place = new vscode.Location(vscode.Uri.joinPath(folder, step.file), rangeOf(step));
    return new vscode.DiagnosticRelatedInformation(place, step.message);
  });
  return mark;
}

interface Place {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

const rangeOf = ({ startLine, startColumn, endLine, endColumn }: Place): vscode.Range =>
  new vscode.Range(startLine - 1, startColumn - 1, endLine - 1, endColumn - 1);
