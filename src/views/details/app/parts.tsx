import type { ComponentChildren } from 'preact';
import { tell } from './host.ts';

export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section aria-label={title}>
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
