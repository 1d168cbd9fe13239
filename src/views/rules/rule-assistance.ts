import * as vscode from 'vscode';
import { ruleFolder } from './rule-files.ts';

const ruleFiles: vscode.DocumentSelector = { scheme: 'file', pattern: `**/${ruleFolder}/*.{yml,yaml}` };

/** Completes and explains what stands in rule files, and runs their examples from the editor. */
export function assistRuleFiles(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(
      ruleFiles,
      {
        provideCompletionItems: async (document, position) =>
          (await import('./yaml/assistance.ts')).completionsAt(document, position),
      },
      ' ',
    ),
    vscode.languages.registerHoverProvider(ruleFiles, {
      provideHover: async (document, position) =>
        (await import('./yaml/assistance.ts')).hoverAt(document, position),
    }),
    vscode.languages.registerCodeLensProvider(ruleFiles, { provideCodeLenses: lensesOf }),
  );
}

/** One above the rules. */
function lensesOf(document: vscode.TextDocument): vscode.CodeLens[] {
  const at = /^rules:/m.exec(document.getText())?.index;
  if (at === undefined || !vscode.workspace.isTrusted) return [];
  const place = document.positionAt(at);
  return [
    new vscode.CodeLens(new vscode.Range(place, place), {
      title: vscode.l10n.t('Run Examples'),
      command: 'parapet.runRuleExamples',
      arguments: [{ file: document.uri }],
    }),
  ];
}
