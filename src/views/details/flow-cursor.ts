import * as vscode from 'vscode';
import type { CodeFlow, FlowStep } from '../../api/contract/issue.ts';
import { locate, TextLines } from '../../workspace/positions.ts';
import { codeColumn, toRange, uriOf } from '../issues/locations.ts';
import type { Position } from './messages.ts';

/** Walks along the flows of one issue in the editor: opens the step's code and marks it, and its neighbours. */
export class FlowCursor implements vscode.Disposable {
  readonly #active = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    borderColor: new vscode.ThemeColor('contrastActiveBorder'),
    borderWidth: '1px',
    borderStyle: 'solid',
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.findMatchForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  readonly #others = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.wordHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.wordHighlightForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  readonly #labels = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 1.5em' },
  });
  readonly #subscription = vscode.window.onDidChangeVisibleTextEditors(() => this.#decorate());
  readonly #folder: string;
  readonly #flows: readonly CodeFlow[];
  #position: Position | undefined;

  constructor(folder: string, flows: readonly CodeFlow[]) {
    this.#folder = folder;
    this.#flows = flows;
  }

  get position(): Position | undefined {
    return this.#position;
  }

  /** The position so many steps on, within the present flow; undefined past its ends. */
  beside(delta: 1 | -1): Position | undefined {
    const flow = this.#position?.flow ?? 0;
    const steps = this.#flows[flow]?.steps ?? [];
    const step = this.#position ? this.#position.step + delta : delta === 1 ? 0 : steps.length - 1;
    return step >= 0 && step < steps.length ? { flow, step } : undefined;
  }

  /** Shows a step's code. @returns what to add to it: empty, or that the code is not as it was scanned */
  async goTo(position: Position): Promise<string> {
    const step = this.#flows[position.flow]?.steps[position.step];
    if (!step) return '';
    this.#position = position;
    const document = await vscode.workspace.openTextDocument(uriOf(this.#folder, step.file));
    const range = rangeOf(step, new TextLines(document.getText()));
    const at = range ?? new vscode.Range(step.range.startLine - 1, 0, step.range.startLine - 1, 0);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: codeColumn(vscode.ViewColumn.Beside),
      preserveFocus: true,
      preview: true,
    });
    editor.selection = new vscode.Selection(at.start, at.start);
    // Its line, not its columns: the beginning of the line stays in view.
    const line = new vscode.Range(at.start.line, 0, at.start.line, 0);
    editor.revealRange(line, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    this.#decorate();
    return range ? '' : vscode.l10n.t('code changed since the scan');
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#active.dispose();
    this.#others.dispose();
    this.#labels.dispose();
  }

  #decorate(): void {
    const steps = this.#position ? (this.#flows[this.#position.flow]?.steps ?? []) : [];
    for (const editor of vscode.window.visibleTextEditors) {
      const mine = steps
        .map((step, index) => ({ step, index }))
        .filter(({ step }) => this.#isIn(editor, step));
      const lines = mine.length > 0 ? new TextLines(editor.document.getText()) : undefined;
      const marked = mine.flatMap(({ step, index }) => {
        const range = lines && rangeOf(step, lines);
        return range ? [{ step, index, range }] : [];
      });
      const mark = ({ step, index, range }: (typeof marked)[number]) => ({
        range,
        hoverMessage: new vscode.MarkdownString().appendText(
          vscode.l10n.t('Step {0} of {1}: {2}', index + 1, steps.length, step.message),
        ),
      });
      const isActive = ({ index }: { index: number }) => index === this.#position?.step;
      editor.setDecorations(this.#active, marked.filter(isActive).map(mark));
      editor.setDecorations(this.#others, marked.filter((one) => !isActive(one)).map(mark));
      editor.setDecorations(this.#labels, labels(editor.document, marked, steps.length));
    }
  }

  #isIn(editor: vscode.TextEditor, step: FlowStep): boolean {
    return editor.document.uri.toString() === uriOf(this.#folder, step.file).toString();
  }
}

/** At the end of each line with steps, their numbers; within the line they would tear the code apart. */
function labels(
  document: vscode.TextDocument,
  marked: readonly { readonly index: number; readonly range: vscode.Range }[],
  count: number,
): vscode.DecorationOptions[] {
  const byLine = new Map<number, number[]>();
  for (const { index, range } of marked) {
    const line = range.start.line;
    byLine.set(line, [...(byLine.get(line) ?? []), index + 1]);
  }
  return [...byLine].map(([line, numbers]) => {
    const { end } = document.lineAt(line).range;
    const contentText = vscode.l10n.t('step {0} of {1}', numbers.join(', '), count);
    return { range: new vscode.Range(end, end), renderOptions: { after: { contentText } } };
  });
}

function rangeOf(step: FlowStep, lines: TextLines): vscode.Range | undefined {
  const place = locate({ ...step.range, snippet: step.snippet }, lines);
  return place.kind === 'at' ? toRange(place.range) : undefined;
}
