import { type LinkView, Markdown as Rendered } from '../../../markdown/app/markdown.tsx';

const link: LinkView = (url, text) => (
  <a href={url} rel="noreferrer noopener" target="_blank">
    {text}
  </a>
);

/** Markdown of the service; nothing in it is ever parsed as HTML. */
export function Markdown({ text }: { readonly text: string }) {
  return <Rendered text={text} link={link} />;
}
