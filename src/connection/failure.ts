/** A next step that a button does. */
export interface FailureAction {
  readonly title: string;
  /** Id of the command that the button runs. */
  readonly command: string;
  readonly args?: readonly unknown[];
}

/** What went wrong, in the terms of a person who has to do something about it. */
export interface FailureText {
  /** What failed, and why: a sentence or two. */
  readonly what: string;
  /** What was kept or is still there. */
  readonly kept?: string;
  /** What to do. */
  readonly advice?: string;
  /** Whether doing the same again can succeed, where no error that caused it tells. */
  readonly mayPass?: boolean;
  /** Next steps, the best first. */
  readonly actions?: readonly FailureAction[];
}

/** An expected failure: shown as it says, without a stack trace. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly text: FailureText;

  constructor(text: FailureText, options?: ErrorOptions) {
    super(text.what, options);
    this.text = text;
  }

  /** The whole as one paragraph. */
  get sentence(): string {
    return [this.text.what, this.text.kept, this.text.advice].filter((part) => part !== undefined).join(' ');
  }
}

/** Returns what a person is told of an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Failure) return error.sentence;
  return error instanceof Error ? error.message : String(error);
}

/** Whether the error only says that someone cancelled. */
export function isCancellation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('kind' in error && error.kind === 'cancelled') return true;
  return error.name === 'AbortError' || error.name === 'Canceled' || error.name === 'CancellationError';
}
