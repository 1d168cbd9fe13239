import { type ComponentChildren, createContext, Fragment, h } from 'preact';
import { useContext } from 'preact/hooks';
import { parseMarkdown } from '../parse.ts';
import type { Block, Inline } from '../tree.ts';

/** How a page shows a link to the web: an editor opens it, a browser follows it. */
export type LinkView = (url: string, text: ComponentChildren) => ComponentChildren;

const LinkContext = createContext<LinkView>((_url, text) => text);

/**
 * Markdown as elements. Nothing is ever parsed as HTML: tags in the text are shown as text, and what is not known
 * here is shown as it was written. All of it is of the service or of a report, in English.
 */
export function Markdown({ text, link }: { readonly text: string; readonly link: LinkView }) {
  const view = (
    <div class="markdown" lang="en">
      {blocks(parseMarkdown(text))}
    </div>
  );
  return h(LinkContext.Provider, { value: link }, view);
}

function blocks(parts: readonly Block[]): ComponentChildren[] {
  return parts.map((block, index) => <BlockView key={`${index} ${block.type}`} block={block} />);
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.type) {
    case 'heading':
      return <h3>{inline(block.children)}</h3>;
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote>{blocks(block.children)}</blockquote>;
    case 'list':
      return <List list={block} />;
    case 'paragraph':
      return <p>{inline(block.children)}</p>;
    case 'rule':
      return <hr />;
    case 'table':
      return <Table table={block} />;
  }
}

function List({ list }: { readonly list: Extract<Block, { type: 'list' }> }) {
  const items = list.items.map(({ children }, index) => {
    const [only] = children;
    const isTight = children.length === 1 && only?.type === 'paragraph';
    return <li key={`${index}`}>{isTight ? inline(only.children) : blocks(children)}</li>;
  });
  return list.start === null ? <ul>{items}</ul> : <ol start={list.start}>{items}</ol>;
}

function Table({ table }: { readonly table: Extract<Block, { type: 'table' }> }) {
  const row = (cells: readonly (readonly Inline[])[], index: number) => (
    <tr key={`${index}`}>
      {cells.map((cell, column) => (
        <td key={`${column}`}>{inline(cell)}</td>
      ))}
    </tr>
  );
  return <table>{[table.head, ...table.rows].map(row)}</table>;
}

function inline(parts: readonly Inline[]): ComponentChildren[] {
  return parts.map((part, index) => <InlineView key={`${index} ${part.type}`} part={part} />);
}

function InlineView({ part }: { readonly part: Inline }) {
  const link = useContext(LinkContext);
  switch (part.type) {
    case 'strong':
      return <strong>{inline(part.children)}</strong>;
    case 'emphasis':
      return <em>{inline(part.children)}</em>;
    case 'deleted':
      return <del>{inline(part.children)}</del>;
    case 'code':
      return <code>{part.text}</code>;
    case 'break':
      return <br />;
    case 'more':
      return <>…</>;
    case 'link':
      return part.target.kind === 'web' ? (
        h(Fragment, null, link(part.target.url, inline(part.children)))
      ) : (
        <span>{inline(part.children)}</span>
      );
    case 'image':
    case 'text':
      return <>{part.text}</>;
  }
}
