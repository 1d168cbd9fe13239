import { type LinkView, Markdown as Rendered } from '../../../markdown/app/markdown.tsx';
import { Link } from './parts.tsx';

const link: LinkView = (url, text) => <Link url={url}>{text}</Link>;

/** Markdown whose links the extension opens. */
export function Markdown({ text }: { readonly text: string }) {
  return <Rendered text={text} link={link} />;
}
