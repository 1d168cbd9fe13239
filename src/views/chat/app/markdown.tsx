import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { grow, nothingYet } from '../../../markdown/growing.ts';
import { parseMarkdown } from '../../../markdown/parse.ts';
import type { Block, Inline, LinkTarget } from '../../../markdown/tree.ts';
import { CodeBlock } from './code-block.tsx';
import { tell } from './host.ts';
import { Icon, PlaceLink } from './parts.tsx';
import { countText } from './times.ts';

/** Texts that were read lately: those of messages that come into view again. */
const read = new Map<string, readonly Block[]>();
const mostRead = 400;

/** Markdown as elements; no text of a message is ever parsed as HTML. */
export function Markdown({ text }: { readonly text: string }) {
  return <div class="markdown">{blocksOf(parsed(text))}</div>;
}

/** The same for a text that is being written: what is settled is neither read nor drawn again. */
export function GrowingMarkdown({ text }: { readonly text: string }) {
  const state = useRef(nothingYet);
  const drawn = useRef(new WeakMap<Block, VNode>());
  state.current = grow(state.current, text);
  const nodes = state.current.blocks.map((block, index) => {
    const known = drawn.current.get(block);
    if (known) return known;
    const node = <BlockView key={`${index} ${block.type}`} block={block} />;
    drawn.current.set(block, node);
    return node;
  });
  return <div class="markdown">{nodes}</div>;
}

function parsed(text: string): readonly Block[] {
  const known = read.get(text);
  if (known) {
    read.delete(text);
    read.set(text, known);
    return known;
  }
  const blocks = parseMarkdown(text);
  if (text.length < 20_000) read.set(text, blocks);
  for (const oldest of read.keys()) {
    if (read.size <= mostRead) break;
    read.delete(oldest);
  }
  return blocks;
}

function blocksOf(blocks: readonly Block[]): ComponentChildren[] {
  return blocks.map((block, index) => <BlockView key={`${index} ${block.type}`} block={block} />);
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.type) {
    case 'heading':
      return <Heading level={block.level}>{inlineOf(block.children)}</Heading>;
    case 'paragraph':
      return <p dir="auto">{inlineOf(block.children)}</p>;
    case 'code':
      return <CodeBlock code={block.text} language={block.language} />;
    case 'quote':
      return <blockquote>{blocksOf(block.children)}</blockquote>;
    case 'list':
      return <List list={block} />;
    case 'table':
      return <Table table={block} />;
    case 'rule':
      return <hr />;
  }
}

/** The page has headings of its own above those of a message. */
function Heading({ level, children }: { readonly level: number; readonly children: ComponentChildren }) {
  if (level <= 1) return <h3 dir="auto">{children}</h3>;
  if (level === 2) return <h4 dir="auto">{children}</h4>;
  return <h5 dir="auto">{children}</h5>;
}

function List({ list }: { readonly list: Extract<Block, { type: 'list' }> }) {
  const items = list.items.map(({ checked, children }, index) => {
    const [only] = children;
    const isTight = children.length === 1 && only?.type === 'paragraph';
    return (
      <li key={`${index}`} dir="auto" class={checked === null ? '' : 'task'}>
        {checked !== null && <Icon name={checked ? 'check' : 'circle-large-outline'} />}
        {isTight ? inlineOf(only.children) : blocksOf(children)}
      </li>
    );
  });
  return list.start === null ? <ul>{items}</ul> : <ol start={list.start}>{items}</ol>;
}

function Table({ table }: { readonly table: Extract<Block, { type: 'table' }> }) {
  const alignment = (index: number) => `align-${table.align[index] ?? 'none'}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard.
    <section class="scroll" tabIndex={0} aria-label={l10n.t('Table')}>
      <table>
        <thead>
          <tr>
            {table.head.map((cell, index) => (
              <th key={`${index}`} scope="col" class={alignment(index)}>
                {inlineOf(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, rowIndex) => (
            <tr key={`${rowIndex}`}>
              {row.map((cell, index) => (
                <td key={`${index}`} class={alignment(index)}>
                  {inlineOf(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.more > 0 && <p class="quiet">{l10n.t('{0} more rows', countText(table.more))}</p>}
    </section>
  );
}

function inlineOf(parts: readonly Inline[]): ComponentChildren[] {
  return parts.map((part, index) => <InlineView key={`${index} ${part.type}`} part={part} />);
}

function InlineView({ part }: { readonly part: Inline }) {
  switch (part.type) {
    case 'text':
      return <>{part.text}</>;
    case 'code':
      return <code dir="ltr">{part.text}</code>;
    case 'break':
      return <br />;
    case 'strong':
      return <strong>{inlineOf(part.children)}</strong>;
    case 'emphasis':
      return <em>{inlineOf(part.children)}</em>;
    case 'deleted':
      return <del>{inlineOf(part.children)}</del>;
    case 'more':
      return <span class="quiet">{l10n.t('… and {0} more characters', countText(part.characters))}</span>;
    case 'image':
      return (
        <span class="quiet">
          <Icon name="file-media" />{' '}
          {part.host === ''
            ? l10n.t('image “{0}”, not loaded', part.text)
            : l10n.t('image “{0}” of {1}, not loaded', part.text, part.host)}
        </span>
      );
    case 'link':
      return <Link target={part.target}>{inlineOf(part.children)}</Link>;
  }
}

/** What leads elsewhere says where; the editor asks before it goes there. */
function Link({ target, children }: { readonly target: LinkTarget; readonly children: ComponentChildren }) {
  switch (target.kind) {
    case 'file': {
      const { path, line } = target;
      const open = () => tell({ type: 'openFile', path, ...(line === undefined ? {} : { line }) });
      return (
        <PlaceLink title={line === undefined ? path : `${path}:${line}`} onClick={open}>
          {children}
        </PlaceLink>
      );
    }
    case 'issue': {
      const { issueId } = target;
      return (
        <PlaceLink title={l10n.t('Show Details')} onClick={() => tell({ type: 'openIssue', issueId })}>
          {children}
        </PlaceLink>
      );
    }
    case 'web':
      return (
        <>
          <a
            href={target.url}
            title={target.url}
            onClick={(event) => {
              event.preventDefault();
              tell({ type: 'openLink', url: target.url });
            }}
          >
            {children}
          </a>
          {target.host !== '' && <span class="host"> ({target.host})</span>}
        </>
      );
  }
}
