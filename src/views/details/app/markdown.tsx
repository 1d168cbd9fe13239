import { lexer, type Token, type Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { Link } from './parts.tsx';

/**
 * Markdown as elements. Nothing is ever parsed as HTML: tags in the text are shown as text, and what is not known
 * here is shown as it was written. All of it is of the service, in English.
 */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div class="markdown" lang="en">
      {blocks(lexer(text))}
    </div>
  );
}

function blocks(tokens: readonly Token[]): ComponentChildren[] {
  return tokens.map((token, index) => <Block key={`${index} ${token.type}`} token={token} />);
}

function Block({ token }: { readonly token: Token }) {
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      return <h3>{inline(childrenOf(token))}</h3>;
    case 'code':
      return (
        <pre>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{blocks(childrenOf(token))}</blockquote>;
    case 'list':
      return <List list={token as Tokens.List} />;
    case 'paragraph':
      return <p>{inline(childrenOf(token))}</p>;
    case 'text':
      return <>{inline(childrenOf(token))}</>;
    default:
      return <p>{token.raw}</p>;
  }
}

function List({ list }: { readonly list: Tokens.List }) {
  const items = list.items.map((item, index) => <li key={`${index} ${item.raw}`}>{blocks(item.tokens)}</li>);
  return list.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function inline(tokens: readonly Token[]): ComponentChildren[] {
  return tokens.map((token, index) => <Inline key={`${index} ${token.type}`} token={token} />);
}

function Inline({ token }: { readonly token: Token }) {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(childrenOf(token))}</strong>;
    case 'em':
      return <em>{inline(childrenOf(token))}</em>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link url={(token as Tokens.Link).href}>{inline(childrenOf(token))}</Link>;
    case 'escape':
      return <>{(token as Tokens.Escape).text}</>;
    default:
      return <>{token.raw}</>;
  }
}

/** A token's parts; one without any stands for its own text. */
function childrenOf(token: Token): readonly Token[] {
  if ('tokens' in token && token.tokens) return token.tokens;
  return [{ type: 'raw', raw: 'text' in token ? String(token.text) : token.raw }];
}
