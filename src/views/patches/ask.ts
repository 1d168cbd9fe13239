import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { shorten, withoutLinks } from '../markdown.ts';

export type Answers = Readonly<Record<string, () => Thenable<unknown>>>;

/** Characters of a message; a service may have much to say. */
const longest = 600;

/** Says something in a message with a button for each answer. What fails after a button is told as well. */
export async function ask(
  log: vscode.LogOutputChannel,
  text: string,
  answers: Answers,
  kind: 'information' | 'warning' = 'information',
): Promise<void> {
  const show = kind === 'warning' ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const picked = await show(withoutLinks(shorten(text, longest)), ...Object.keys(answers));
  try {
    if (picked !== undefined) await answers[picked]?.();
  } catch (error) {
    const what = error instanceof Failure ? error.sentence : String(error);
    log.error(`Patches: ${what}`);
    void vscode.window.showErrorMessage(what);
  }
}
