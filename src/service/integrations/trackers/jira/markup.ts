import type { Block } from '../tracker.ts';

/** Atlassian Document Format: a tree whose texts are never read as markup. */
export interface AdfNode {
  readonly type: string;
  readonly version?: number;
  readonly text?: string;
  readonly content?: readonly AdfNode[];
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, string>> }[];
}

// Invisible characters, such as those that turn the direction of writing, could make a text look like another one.
const unprintable = /[\p{Cc}\p{Cf}]+/gu;
const clean = (text: string): string => text.replace(unprintable, ' ').trim();

const text = (content: string): AdfNode[] => {
  const cleaned = clean(content);
  return cleaned === '' ? [] : [{ type: 'text', text: cleaned }];
};
const strong = (content: string): AdfNode => ({ type: 'text', text: content, marks: [{ type: 'strong' }] });
const paragraph = (...content: readonly AdfNode[]): AdfNode => ({ type: 'paragraph', content });
const items = (type: 'bulletList' | 'orderedList', each: readonly (readonly AdfNode[])[]): AdfNode => ({
  type,
  content: each.map((content) => ({ type: 'listItem', content: [paragraph(...content)] })),
});

/** A description of Jira Cloud. */
export function adfOf(blocks: readonly Block[]): AdfNode {
  return { type: 'doc', version: 1, content: blocks.flatMap(nodesOf) };
}

function nodesOf(block: Block): AdfNode[] {
  switch (block.kind) {
    case 'text':
      return [paragraph(...text(block.text))];
    case 'facts':
      return [
        items(
          'bulletList',
          block.facts.map(([label, value]) => [strong(`${label}: `), ...text(value)]),
        ),
      ];
    case 'steps':
      return [paragraph(strong(block.title)), items('orderedList', block.steps.map(text))];
    case 'link':
      return [
        paragraph({
          type: 'text',
          text: block.text,
          marks: [{ type: 'link', attrs: { href: block.url } }],
        }),
      ];
  }
}

/** Text from code in the wiki markup of Jira Data Center: it formats nothing, names nobody and loads nothing. */
export function wikiText(content: string): string {
  return clean(content)
    .replace(/[\\{}[\]*_+^~?!|#@-]/g, '\\$&')
    .replace(/:\/\//g, ':\u200b//')
    .replace(/^(?=(?:h[1-6]|bq)\.)/, '\u200b');
}

/** A description of Jira Data Center. */
export function wikiOf(blocks: readonly Block[]): string {
  return blocks.map(wikiBlock).join('\n\n');
}

function wikiBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return wikiText(block.text);
    case 'facts':
      return block.facts.map(([label, value]) => `* *${label}:* ${wikiText(value)}`).join('\n');
    case 'steps':
      return [`*${block.title}*`, ...block.steps.map((step) => `# ${wikiText(step)}`)].join('\n');
    case 'link':
      return `[${block.text}|${block.url}]`;
  }
}

/** What a person reads of a description that is a tree. */
export const plainOf = (blocks: readonly Block[]): string => blocks.map(plainBlock).join('\n\n');

function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return clean(block.text);
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${clean(value)}`).join('\n');
    case 'steps':
      return [block.title, ...block.steps.map((step, index) => `${index + 1}. ${clean(step)}`)].join('\n');
    case 'link':
      return `${block.text}: ${block.url}`;
  }
}
