import {
  Composer,
  type CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  Parser,
  type YAMLMap,
} from 'yaml';
import { shown } from './json.ts';
import {
  type Fault,
  type LocatedValue,
  type Member,
  maximumDepth,
  maximumFaults,
  membersOf,
  type Structured,
} from './value.ts';

/** Characters that are parsed: files that people write are far below, and the parser is slow. */
const maximumLength = 500_000;
/** Values that aliases may expand to, over the whole file. */
const maximumExpanded = 10_000;

/**
 * Reads the first document of YAML 1.2 that people write, with anchors, aliases and merge keys; `readPlainYaml` reads
 * large lock files. After a mistake that the parser cannot pass over, what was read before it is kept.
 * @throws SyntaxError where there is no document; RangeError for a text too long, too deep or with too many aliases
 */
export function readYaml(text: string): Structured {
  const [document] = readYamlDocuments(text);
  if (!document) throw new SyntaxError('It is not YAML, or it is empty.');
  return document;
}

/**
 * Reads every document as `readYaml` reads the first; empty ones are left out.
 * @throws RangeError for a text too long, too deep or with too many aliases
 */
export function* readYamlDocuments(text: string): Generator<Structured> {
  if (text.length > maximumLength) throw new RangeError(`It has more than ${maximumLength} characters.`);
  let faults: Fault[] = [];
  const composer = new Composer({ uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
  const tokens = untilWrong(new Parser().parse(text), (fault) => faults.push(fault));
  for (const document of composer.compose(tokens, true, text.length)) {
    for (const error of document.errors.slice(0, maximumFaults))
      faults.push({ offset: error.pos[0], message: `It is not YAML: ${error.message.slice(0, 120)}.` });
    if (document.contents) yield { root: new Conversion(faults).of(document.contents, 1), faults };
    faults = [];
  }
}

/** A text may have a million mistakes: the first one that the parser meets ends the document. */
function* untilWrong(tokens: Iterable<CST.Token>, onFault: (fault: Fault) => void): Generator<CST.Token> {
  for (const token of tokens) {
    if (token.type === 'error') {
      onFault({
        offset: token.offset,
        message: 'It is not YAML from here on; what follows was not read.',
      });
      return;
    }
    yield token;
  }
}

class Conversion {
  readonly #faults: Fault[];
  /** What each anchor stands for so far: an alias means the last one before it. */
  readonly #anchors = new Map<string, { readonly value: LocatedValue; readonly size: number }>();
  /** Values so far, aliased ones as often as they are named. */
  #count = 0;
  #expanded = 0;

  constructor(faults: Fault[]) {
    this.#faults = faults;
  }

  of(node: ParsedNode | null, depth: number): LocatedValue {
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    const before = this.#count++;
    const value = this.#converted(node, depth);
    if (node && !isAlias(node) && node.anchor !== undefined)
      this.#anchors.set(node.anchor, { value, size: this.#count - before });
    return value;
  }

  #converted(node: ParsedNode | null, depth: number): LocatedValue {
    const [start, end] = node?.range ?? [0, 0];
    const tag = node?.tag?.startsWith('!') ? { tag: node.tag } : undefined;
    if (isAlias(node)) return this.#aliased(node.source, start, end);
    if (isMap(node)) return { kind: 'table', members: this.#members(node, depth), start, end, ...tag };
    if (isSeq(node)) {
      const items = node.items.map((item) => this.of(item, depth + 1));
      return { kind: 'list', items, start, end, ...tag };
    }
    if (typeof node?.value === 'string') return { kind: 'text', text: node.value, start, end, ...tag };
    return { kind: 'literal', text: node?.source ?? 'null', start, end, ...tag };
  }

  #aliased(name: string, start: number, end: number): LocatedValue {
    const found = this.#anchors.get(name);
    if (!found) {
      this.#fault(start, `There is no anchor ${shown(name)} before its alias.`);
      return { kind: 'literal', text: 'null', start, end };
    }
    this.#count += found.size;
    this.#expanded += found.size;
    if (this.#expanded > maximumExpanded)
      throw new RangeError(`Its aliases expand to more than ${maximumExpanded} values.`);
    return found.value;
  }

  #members(map: YAMLMap.Parsed, depth: number): ReadonlyMap<string, Member> {
    const members = new Map<string, Member>();
    const merged: LocatedValue[] = [];
    for (const { key, value } of map.items) {
      if (!isScalar(key)) {
        this.#fault(key.range[0], 'A key that is no text was left out.');
        continue;
      }
      const name = typeof key.value === 'string' ? key.value : key.source;
      const [start, end] = key.range;
      const converted = this.of(value, depth + 1);
      if (name === '<<') merged.push(...(converted.kind === 'list' ? converted.items : [converted]));
      else {
        if (members.has(name)) this.#fault(start, `The key ${shown(name)} comes twice; the last one counts.`);
        members.set(name, { key: { start, end }, value: converted });
      }
    }
    for (const each of merged)
      for (const [name, member] of membersOf(each)) if (!members.has(name)) members.set(name, member);
    return members;
  }

  #fault(offset: number, message: string): void {
    if (this.#faults.length < maximumFaults) this.#faults.push({ offset, message });
  }
}
