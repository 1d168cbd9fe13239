import { SaxesParser } from 'saxes';
import { type Fault, maximumDepth, type Span } from './value.ts';

/** An element of XML, with the place of its name, text and attributes. */
export interface LocatedElement {
  /** Without a prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, LocatedAttribute>;
  readonly children: readonly LocatedElement[];
  /** All text directly within it, trimmed. */
  readonly text: string;
  /** The start tag as far as its name. */
  readonly tag: Span;
  /** What stands between the tags, without the white space around it. */
  readonly content: Span;
}

export interface LocatedAttribute {
  readonly text: string;
  /** The value between its quotes. */
  readonly value: Span;
}

export interface LocatedXml {
  /** Without a name; its children are the document's elements. */
  readonly root: LocatedElement;
  readonly faults: readonly Fault[];
}

interface OpenElement extends LocatedElement {
  readonly attributes: Map<string, LocatedAttribute>;
  readonly children: OpenElement[];
  text: string;
  content: Span;
}

/** What ends the reading of a file; what was read before it is kept. */
class Stop extends Error {}

/**
 * Reads XML 1.0. Entities that a document defines are not expanded, so none can grow; an entity that is not known stays
 * as it is written. After another mistake, what was read before it is kept.
 * @throws SyntaxError where nothing can be read; RangeError where elements are nested too deep
 */
export function readXml(text: string): LocatedXml {
  const faults: Fault[] = [];
  const parser = new SaxesParser();
  const root = element('', { start: 0, end: 0 });
  const open: OpenElement[] = [root];
  let attributes = new Map<string, LocatedAttribute>();
  let tag: Span = { start: 0, end: 0 };

  parser.on('opentagstart', ({ name }) => {
    const start = text.lastIndexOf('<', parser.position - 1);
    tag = { start, end: start + 1 + name.length };
    attributes = new Map();
  });
  parser.on('attribute', ({ name, value }) => {
    const end = parser.position - 1;
    const start = text.lastIndexOf(text.charAt(end), end - 1) + 1;
    attributes.set(local(name), { text: value, value: { start, end } });
  });
  parser.on('opentag', ({ name }) => {
    const made = element(local(name), tag, attributes);
    made.content = { start: parser.position, end: parser.position };
    open.at(-1)?.children.push(made);
    open.push(made);
    if (open.length > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
  });
  const addText = (part: string): void => {
    const current = open.at(-1);
    if (current && current !== root) current.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ isSelfClosing }) => {
    const closed = open.pop();
    if (!closed) return;
    closed.text = closed.text.trim();
    if (!isSelfClosing)
      closed.content = trimmed(text, closed.content.start, text.lastIndexOf('</', parser.position - 1));
  });
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype))
      faults.push({
        offset: parser.position,
        message: 'It defines entities, which Parapet does not expand.',
      });
  });
  parser.on('error', ({ message }) => {
    if (!message.includes('undefined entity')) throw new Stop(message.replace(/^\d+:\d+: /, ''));
  });

  try {
    parser.write(text).close();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (root.children.length === 0) throw new SyntaxError('It is not XML.');
    faults.push({
      offset: Math.min(parser.position, text.length),
      message: `It is not valid XML: ${error.message} What follows was not read.`,
    });
  }
  return { root, faults };
}

const element = (name: string, tag: Span, attributes = new Map<string, LocatedAttribute>()): OpenElement => ({
  name,
  attributes,
  children: [],
  text: '',
  tag,
  content: tag,
});

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function trimmed(text: string, from: number, to: number): Span {
  let start = from;
  let end = Math.max(from, to);
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return { start, end };
}

/** @returns the first child of that name */
export const childOf = (element: LocatedElement | undefined, name: string): LocatedElement | undefined =>
  element?.children.find((child) => child.name === name);

/** @returns the children of that name */
export const childrenOf = (element: LocatedElement | undefined, name: string): readonly LocatedElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
