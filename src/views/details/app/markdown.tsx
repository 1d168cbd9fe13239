import type { ComponentChildren } from 'preact';
import { parseMarkdown } from '../../chat/markdown/parse.ts';
import type { Block, Inline } from '../../chat/markdown/tree.ts';
import { Link } from './parts.tsx';

/**
 * Markdown as elements. Nothing is ever parsed as HTML: tags in the text are shown as text, and what is not known
 * here is shown as it was written. All of it is of the service or of a report, in English.
 */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div class="markdown" lang="en">
      {blocks(parseMarkdown(text))}
    </div>
  );
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
        <Link url={part.target.url}>{inline(part.children)}</Link>
      ) : (
        <span>{inline(part.children)}</span>
      );
    case 'image':
    case 'text':
      return <>{part.text}</>;
  }
}
