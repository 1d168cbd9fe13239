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

interface ButtonProps {
  readonly icon?: string;
  readonly isMain?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** A button whose icon is an element of the page: one of the button's own would have it fetch the icons before the first paint. */
export function Button({ icon, isMain = false, disabled = false, onClick, children }: ButtonProps) {
  return (
    <vscode-button secondary={!isMain} disabled={disabled} onClick={onClick}>
      {icon !== undefined && (
        <span slot="content-before" class={`codicon codicon-${icon}`} aria-hidden="true" />
      )}
      {children}
    </vscode-button>
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

/**
 * What the service says of a finding: English in whatever language the window is, and read out as such.
 * @param text names of the code stand between backticks
 */
export function Told({ text }: { readonly text: string }) {
  return <span lang="en">{withCode(text)}</span>;
}

/** A sentence in which names of the code stand between backticks. */
export function withCode(sentence: string): ComponentChildren[] {
  return sentence
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={`${index} ${part}`}>{part}</code> : part));
}
