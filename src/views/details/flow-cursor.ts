import * as vscode from 'vscode';
import type { CodeFlow, FlowStep } from '../../api/contract/issue.ts';
import { splitLines } from '../../workspace/code-text.ts';
import { CodeFinder } from '../../workspace/positions/file-placing.ts';
import type { ScannedFileNow } from '../../workspace/positions/placement.ts';
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
    // High contrast themes have no backgrounds.
    borderColor: new vscode.ThemeColor('contrastActiveBorder'),
    borderWidth: '1px',
    borderStyle: 'dashed',
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.wordHighlightForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  readonly #labels = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 1.5em' },
  });
  readonly #subscription = vscode.window.onDidChangeVisibleTextEditors(() => this.#decorate());
  readonly #folder: string;
  readonly #flows: readonly CodeFlow[];
  readonly #scannedFile: (file: string) => Promise<ScannedFileNow>;
  /** The files of the flow that is walked along, as they are called in it. */
  #files: ReadonlyMap<string, ScannedFileNow> = new Map();
  #position: Position | undefined;
  #isDisposed = false;

  /** @param scannedFile what a file of the flows is called now, and the text that was scanned */
  constructor(
    folder: string,
    flows: readonly CodeFlow[],
    scannedFile: (file: string) => Promise<ScannedFileNow>,
  ) {
    this.#folder = folder;
    this.#flows = flows;
    this.#scannedFile = scannedFile;
    // Without them, the steps are shown as they are gone to.
    void this.#begin().catch(() => undefined);
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
    const steps = this.#flows[position.flow]?.steps ?? [];
    const step = steps[position.step];
    if (!step) return '';
    this.#position = position;
    this.#files = await this.#filesOf(steps);
    const document = await vscode.workspace.openTextDocument(this.#uriOf(step));
    const range = this.#rangeOf(step, this.#finder(step, document));
    const at = range ?? new vscode.Range(step.range.startLine - 1, 0, step.range.startLine - 1, 0);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: codeColumn(),
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
    this.#isDisposed = true;
    this.#subscription.dispose();
    this.#active.dispose();
    this.#others.dispose();
    this.#labels.dispose();
  }

  /** The numbers stand in the files that are open already, before the first step is gone to. */
  async #begin(): Promise<void> {
    const files = await this.#filesOf(this.#flows[0]?.steps ?? []);
    if (this.#isDisposed || this.#position) return;
    this.#files = files;
    this.#decorate();
  }

  async #filesOf(steps: readonly FlowStep[]): Promise<ReadonlyMap<string, ScannedFileNow>> {
    const names = [...new Set(steps.map(({ file }) => file))];
    return new Map(
      await Promise.all(names.map(async (name) => [name, await this.#scannedFile(name)] as const)),
    );
  }

  #decorate(): void {
    const steps = this.#flows[this.#position?.flow ?? 0]?.steps ?? [];
    for (const editor of vscode.window.visibleTextEditors) {
      const mine = steps
        .map((step, index) => ({ step, index }))
        .filter(({ step }) => this.#isIn(editor, step));
      const [first] = mine;
      const finder = first && this.#finder(first.step, editor.document);
      const marked = mine.flatMap(({ step, index }) => {
        const range = finder && this.#rangeOf(step, finder);
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
    return editor.document.uri.toString() === this.#uriOf(step).toString();
  }

  #uriOf(step: FlowStep): vscode.Uri {
    return this.#files.get(step.file)?.uri ?? uriOf(this.#folder, step.file);
  }

  #rangeOf(step: FlowStep, finder: CodeFinder): vscode.Range | undefined {
    const place = finder.find({ ...step.range, snippet: step.snippet });
    return place.kind === 'at' ? toRange(place.range) : undefined;
  }

  /** Finds the steps of a file in it as it is now. */
  #finder(step: FlowStep, document: vscode.TextDocument): CodeFinder {
    return new CodeFinder(this.#files.get(step.file)?.base, splitLines(document.getText()));
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
