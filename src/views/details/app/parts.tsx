import type { ComponentChildren } from 'preact';
import { tell } from './host.ts';

export function Section({
  title,
  id,
  children,
}: {
  readonly title: string;
  readonly id?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section aria-label={title} {...(id === undefined ? {} : { id })}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Opened by the extension, which lets only https through. */
export function Link({ url, children }: { readonly url: string; readonly children: ComponentChildren }) {
  return (
    <a
      href={url}
      onClick={(event) => {
        event.preventDefault();
        tell({ type: 'openLink', url });
      }}
    >
      {children}
    </a>
  );
}

/** A sentence in which names of the code stand between backticks. */
export function withCode(sentence: string): ComponentChildren[] {
  return sentence
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={`${index} ${part}`}>{part}</code> : part));
}
