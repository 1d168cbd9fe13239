import * as vscode from 'vscode';

/** One question of several: a box that says which it is, and can go back to the one before. */
export interface Question {
  readonly title: string;
  readonly step: number;
  readonly steps: number;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string | undefined;
  readonly isSecret?: boolean;
  /** What is wrong with the text as it is; checked as it is typed. */
  readonly fault: (text: string) => string | undefined;
}

export type Reply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'back' }
  | { readonly kind: 'cancel' };

/** Asks for a text. It stays open when the window loses the focus: people fetch the answer elsewhere. */
export async function ask(question: Question): Promise<Reply> {
  const box = vscode.window.createInputBox();
  box.title = question.title;
  box.step = question.step;
  box.totalSteps = question.steps;
  box.prompt = question.prompt;
  box.placeholder = question.placeholder ?? '';
  box.value = question.value ?? '';
  box.password = question.isSecret ?? false;
  box.ignoreFocusOut = true;
  if (question.step > 1) box.buttons = [vscode.QuickInputButtons.Back];
  try {
    return await new Promise<Reply>((resolve) => {
      box.onDidTriggerButton(() => resolve({ kind: 'back' }));
      box.onDidHide(() => resolve({ kind: 'cancel' }));
      box.onDidChangeValue((text) => {
        box.validationMessage = text === '' ? '' : (question.fault(text) ?? '');
      });
      box.onDidAccept(() => {
        const fault = question.fault(box.value);
        if (fault === undefined) resolve({ kind: 'text', text: box.value.trim() });
        else box.validationMessage = fault;
      });
      box.show();
    });
  } finally {
    box.dispose();
  }
}
