/** Configuration formats, parsed within bounds. Each throws on what it refuses; the caller reports that. */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { SaxesParser } from 'saxes';
import { parse as parseTomlText } from 'smol-toml';
import { Composer, type CST, Parser } from 'yaml';
import { LineIndex } from '../files/lines.ts';

export type { Node as JsonNode } from 'jsonc-parser';

/** Characters of TOML and XML that are parsed; real manifests are far below. */
const maximumLength = 1_000_000;
/** Of YAML fewer are: its parser is the slowest, and makes an error with its stack of every mistake. */
const maximumYaml = 200_000;
/** Objects inside each other. */
const maximumDepth = 200;

/** JSON with comments and trailing commas. @returns the root with offsets, or undefined when there is nothing. */
export function parseJson(text: string): Node | undefined {
  assertDepth(text);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined && errors.length > 0) throw new SyntaxError('it is not JSON');
  return root;
}

/** The recursive parsers would run out of stack first. */
function assertDepth(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 92) at++;
      else if (code === 34 || code === 10) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 123 || code === 91) {
      if (++depth > maximumDepth) throw new RangeError(`it is nested more than ${maximumDepth} deep`);
    } else if (code === 125 || code === 93) depth--;
  }
}

/** The members of an object; of a key that comes twice, the last one, as JSON readers take it. */
export function members(node: Node | undefined): Map<string, Node> {
  const found = new Map<string, Node>();
  if (node?.type !== 'object') return found;
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (typeof key?.value === 'string' && value) found.set(key.value, value);
  }
  return found;
}

export function textOf(node: Node | undefined): string | undefined {
  return node?.type === 'string' && typeof node.value === 'string' ? node.value : undefined;
}

/** Where the key of a member's value stands. */
export function keyOffset(value: Node): number {
  return value.parent?.offset ?? value.offset;
}

const notYaml = (): SyntaxError => new SyntaxError('it is not YAML');

/** Each mistake is told in an error of its own, and a text may have a million: the first one is enough. */
function* untilWrong(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  for (const token of tokens) {
    if (token.type === 'error') throw notYaml();
    yield token;
  }
}

/** At most 100 aliases, each as often; documents after the first are not read. */
export function parseYaml(text: string): unknown {
  bounded(text, maximumYaml);
  const composer = new Composer({ uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
  const [document] = composer.compose(untilWrong(new Parser().parse(text)), true, text.length);
  if (!document || document.errors.length > 0) throw notYaml();
  return document.toJS({ maxAliasCount: 100 });
}

export function parseToml(text: string): Record<string, unknown> {
  bounded(text);
  assertDepth(text);
  return parseTomlText(text);
}

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
  /** 1-based. */
  readonly line: number;
}

/** Entities that a document defines are refused, so none can grow. */
export function parseXml(text: string): XmlElement {
  bounded(text);
  if (/<!ENTITY/i.test(text)) throw new SyntaxError('it defines entities, which are not expanded');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '', line: 1 };
  const open: XmlElement[] = [root];
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => {
    const element: XmlElement = {
      name: tag.name,
      attributes: tag.attributes as Record<string, string>,
      children: [],
      text: '',
      line: parser.line,
    };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > maximumDepth) throw new RangeError(`it is nested more than ${maximumDepth} deep`);
  });
  parser.on('text', (part) => {
    const current = open.at(-1);
    if (current) current.text += part;
  });
  parser.on('closetag', () => void open.pop());
  parser.on('error', (error) => {
    throw new SyntaxError(`it is not XML (${error.message})`);
  });
  parser.write(text).close();
  return root;
}

function bounded(text: string, maximum = maximumLength): void {
  if (text.length > maximum) throw new RangeError(`it has more than ${maximum} characters`);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the value's own member as a record; empty when it is none */
export function recordIn(value: unknown, key: string): Record<string, unknown> {
  const found = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isRecord(found) ? found : {};
}

/** The 1-based line on which a word first stands by itself, from a line on. */
export function lineOfWord(text: string, word: string, from = 0): number {
  let at = text.indexOf(word, from);
  while (at >= 0) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + word.length] ?? ' ';
    if (!/[\w@/-]/.test(before) && !/[\w/-]/.test(after)) return lineAt(text, at);
    at = text.indexOf(word, at + 1);
  }
  return 1;
}

/** Lines of the text that was asked about last: a manifest asks for each of what it names. */
let known = { text: '', lines: new LineIndex('') };

/** The 1-based line that holds the offset. */
export function lineAt(text: string, offset: number): number {
  if (known.text !== text) known = { text, lines: new LineIndex(text) };
  return known.lines.lineOf(offset) + 1;
}
