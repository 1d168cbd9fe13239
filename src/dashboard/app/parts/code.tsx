import type { ComponentChildren } from 'preact';

/** A sentence in which names of the code stand between backticks. */
export function withCode(sentence: string): ComponentChildren[] {
  return sentence
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={`${index} ${part}`}>{part}</code> : part));
}
