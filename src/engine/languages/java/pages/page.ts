import { dangers } from '../../../templates/builder.ts';
import { pageMethod } from '../../../templates/file.ts';
import { HtmlPlaces } from '../../../templates/html-places.ts';
import { operations } from '../../../templates/nodes.ts';
import { type CodePart, PartWriter, type Span } from '../../embedded.ts';
import { type Action, beginAction } from './actions.ts';
import { type Attribute, endOfExpression, partsOfValue, readAttributes } from './attributes.ts';
import { writeExpression } from './expression-language.ts';

/** What a page has without declaring it. Its answer's type decides whether what is written is markup. */
const prologue = `
void ${pageMethod}(javax.servlet.http.HttpServletRequest request, javax.servlet.http.HttpServletResponse response) {
javax.servlet.http.HttpSession session = request.getSession();
javax.servlet.ServletContext application = request.getServletContext();
javax.servlet.jsp.PageContext pageContext;
java.sql.Statement $statement;
`;
const writer = 'javax.servlet.jsp.JspWriter out;\n';
const plainWriter = 'java.io.PrintWriter out;\n';

const opening = /<%(?:--|@|!|=)?|\\?[$#]\{|<\/?[A-Za-z][\w-]{0,50}:[\w.-]{1,80}/g;

/** Types of answers in which a browser runs no script, and where a program names one. */
const data = /^\s*(?:application\/(?!xhtml|xml)|text\/(?:plain|csv)|image\/(?!svg))/i;
const answered = /\bresponse\s{0,9}\.\s{0,9}setContentType\(\s{0,9}"([^"]{0,99})/;

/** A call of `escapeXml` with nothing around it, and what it is given. */
const escapedWhole = /^(\s{0,99}(\w+):escapeXml\()([^()]*(?:\([^()]*\)[^()]*)*)\)\s{0,99}$/;

/** Expressions and tags without an end after which a page is read as text: each costs a search. */
const mostFailures = 100;

/** Libraries of tags by how their addresses end, under the prefixes that most pages have for them. */
const libraries: readonly (readonly [address: RegExp, library: string])[] = [
  [/jstl?\/core(?:_rt)?$|tags\.core$/, 'c'],
  [/jstl?\/fmt(?:_rt)?$|tags\.fmt$/, 'fmt'],
  [/jstl?\/sql(?:_rt)?$|tags\.sql$/, 'sql'],
  [/jstl?\/functions$|tags\.functions$/, 'fn'],
  [/springframework\.org\/tags$/, 'spring'],
  [/struts-tags$/, 's'],
  [/tags-bean$|struts-bean(?:\.tld)?$/, 'bean'],
];

/** Returns the program that a page of JSP becomes: a method of its request and its answer. */
export const pageProgram = (text: string): CodePart => new Page(text).program();

/** Reads a page from its beginning to its end. */
export class Page {
  readonly text: string;
  readonly body: PartWriter;
  readonly #imports: PartWriter;
  readonly #declarations: PartWriter;
  readonly #libraries = new Map<string, string>();
  /** Actions whose bodies are being read. */
  readonly #open: { readonly name: string; readonly action: Action }[] = [];
  #places = new HtmlPlaces();
  #isMarkup = true;
  #readsExpressions = true;
  #variables = 0;
  /** Expressions and tags that do not end where they may. */
  #failures = 0;

  constructor(text: string) {
    this.text = text;
    this.body = new PartWriter(text);
    this.#imports = new PartWriter(text);
    this.#declarations = new PartWriter(text);
  }

  program(): CodePart {
    let at = 0;
    opening.lastIndex = 0;
    for (let found = opening.exec(this.text); found; found = opening.exec(this.text)) {
      const end = this.#read(found[0], found.index, opening.lastIndex, at);
      if (end === undefined) continue;
      at = end;
      opening.lastIndex = end;
    }
    while (this.#open.length > 0) this.#close();
    return this.#finish();
  }

  #finish(): CodePart {
    const start = { at: 0, end: 0 };
    const whole = new PartWriter(this.text);
    whole.take(this.#imports);
    whole.take(this.#declarations);
    whole.glue(prologue, start).glue(this.#isMarkup ? writer : plainWriter, start);
    whole.take(this.body);
    whole.glue('\n}\n', { at: this.text.length, end: this.text.length });
    return whole.part('module', 'tree-sitter-java.wasm');
  }

  /**
   * Reads what begins with an opening; the text in front of it has not been read yet.
   * @returns where it ends; undefined where it is text
   */
  #read(open: string, at: number, behind: number, from: number): number | undefined {
    if (open.startsWith('\\')) return undefined;
    if (open.endsWith('{')) return this.#expression(open, at, behind, from);
    if (open.startsWith('<%')) {
      const close = open === '<%--' ? '--%>' : '%>';
      const end = this.text.indexOf(close, behind);
      // No server takes a page with code that does not end.
      if (end < 0) return this.text.length;
      this.literal(from, at);
      this.#code(open, { at: behind, end }, { at, end: end + close.length });
      return end + close.length;
    }
    return this.#tag(open, at, behind, from);
  }

  #expression(open: string, at: number, behind: number, from: number): number | undefined {
    // `#{ }` is for components, which write it themselves.
    if (open !== '${' || !this.#readsExpressions || this.#failures > mostFailures) return undefined;
    const end = endOfExpression(this.text, at);
    if (end === undefined) {
      this.#failures++;
      return undefined;
    }
    this.literal(from, at);
    // `${fn:escapeXml(x)}` is what `<c:out>` writes: whether that is safe depends on where it stands.
    const escaped = escapedWhole.exec(this.text.slice(behind, end - 1));
    const isEscaped = escaped !== null && this.libraryOf(escaped[2] ?? '') === 'fn';
    const begin = behind + (isEscaped ? (escaped[1]?.length ?? 0) : 0);
    const value = { at: begin, end: isEscaped ? begin + (escaped[3]?.length ?? 0) : end - 1 };
    this.write({ at, end }, isEscaped, () => writeExpression(this.text, value, this.body, this.libraryOf));
    return end;
  }

  #code(open: string, code: Span, whole: Span): void {
    switch (open) {
      case '<%--':
        return;
      case '<%@':
        return this.#directive(code, whole);
      case '<%!':
        this.#declarations.verbatim(code).glue('\n', whole);
        return;
      case '<%=':
        return this.write(whole, false, () => this.body.glue('(', whole).verbatim(code).glue('\n)', whole));
      default:
        if (data.test(answered.exec(this.text.slice(code.at, code.end))?.[1] ?? '')) this.#isMarkup = false;
        this.body.verbatim(code).glue('\n', whole);
    }
  }

  #directive(code: Span, whole: Span): void {
    const name = /^\s*([\w.-]+)/.exec(this.text.slice(code.at, code.at + 80));
    const read = name && readAttributes(this.text, code.at + name[0].length);
    if (!read) return;
    const value = (wanted: string): Attribute | undefined =>
      read.attributes.find((each) => each.name === wanted);
    const textOf = (wanted: string): string => {
      const found = value(wanted);
      return found ? this.text.slice(found.at, found.end) : '';
    };
    if (name[1] === 'page' || name[1] === 'tag') {
      const imported = value('import');
      if (imported) this.#import(imported);
      if (data.test(textOf('contentType'))) this.#isMarkup = false;
      if (textOf('isELIgnored') === 'true') this.#readsExpressions = false;
    } else if (name[1] === 'taglib') this.#library(textOf('prefix'), textOf('uri'), textOf('tagdir'));
    else if (name[1] === 'include') this.include(whole, JSON.stringify(textOf('file')));
  }

  #import({ at, end }: Span): void {
    for (const found of this.text.slice(at, end).matchAll(/[\w.*]+/g)) {
      const from = at + found.index;
      const span = { at: from, end: from + found[0].length };
      this.#imports.glue('import ', span).verbatim(span).glue(';\n', span);
    }
  }

  #library(prefix: string, address: string, folder: string): void {
    const known = libraries.find(([pattern]) => pattern.test(address));
    this.#libraries.set(prefix, folder === '' ? (known?.[1] ?? '') : `${folder}/`);
  }

  /** The library that a prefix stands for; where a page includes what says so, the one that it mostly stands for. */
  readonly libraryOf = (prefix: string): string => this.#libraries.get(prefix) ?? prefix;

  #tag(open: string, at: number, behind: number, from: number): number | undefined {
    const isEnd = open.startsWith('</');
    const [prefix = '', local = ''] = open.slice(isEnd ? 2 : 1).split(':');
    const read = this.#failures > mostFailures ? undefined : readAttributes(this.text, behind);
    if (!read) {
      this.#failures++;
      return undefined;
    }
    const name = `${prefix}:${local}`;
    const library = this.libraryOf(prefix);
    const whole = { at, end: read.end };
    if (isEnd) {
      const opened = this.#open.findLastIndex((each) => each.name === name);
      // What ends here and never began is markup of another kind.
      if (opened < 0) return undefined;
      this.literal(from, at);
      while (this.#open.length > opened) this.#close();
      return read.end;
    }
    this.literal(from, at);
    const action = beginAction(this, library, local, { whole, attributes: read.attributes });
    this.#open.push({ name, action });
    if (read.isEmpty) this.#close();
    return read.end;
  }

  #close(): void {
    this.#open.pop()?.action.end?.();
  }

  /** Literal text of the page. */
  literal(from: number, to: number): void {
    this.#places.feed(this.text.slice(from, to));
  }

  /** Writes an expression of Java where the page stands, or into what holds the body that is being read. */
  write(whole: Span, isEscaped: boolean, value: () => void): void {
    const held = this.#open.findLast(({ action }) => action.held !== undefined)?.action.held;
    const { body } = this;
    if (held === undefined) body.glue(`${this.#written(isEscaped)}(`, whole);
    else body.glue(`${held} = ${held} + ${isEscaped ? '$template.escaped' : ''}(`, whole);
    value();
    body.glue(');\n', whole);
  }

  /** What writing a value comes to where the page stands. */
  #written(isEscaped: boolean): string {
    const place = this.#places.hole();
    if (!this.#isMarkup) return operations.plain;
    if (isEscaped) return dangers[place] ?? operations.escaped;
    return this.#open.some(({ action }) => action.isForeign) ? operations.handed : operations.markup;
  }

  /** Another page is written here, with the same request. */
  include(whole: Span, name: string | (() => void)): void {
    this.body.glue('request.getRequestDispatcher(', whole);
    if (typeof name === 'string') this.body.glue(name, whole);
    else name();
    this.body.glue(').include(request, response);\n', whole);
  }

  /** The value of an attribute, as an expression of Java. */
  value(attribute: Attribute): void {
    const { body, text } = this;
    const parts = partsOfValue(text, attribute);
    if (parts.length === 0) body.glue('""', attribute);
    for (const [i, part] of parts.entries()) {
      if (i > 0) body.glue(' + ', part);
      if (part.kind === 'text') body.glue(JSON.stringify(text.slice(part.at, part.end)), part);
      else if (part.kind === 'java') body.glue('(', part).verbatim(part).glue('\n)', part);
      else writeExpression(text, part, body, this.libraryOf);
    }
  }

  /** Whether the nearest action that parameters may stand in hands them to a page. */
  get takesParameters(): boolean {
    const around = this.#open.findLast(({ action }) => action.takesParameters || action.held !== undefined);
    return around?.action.takesParameters ?? false;
  }

  /** A name that no page declares. */
  variable(): string {
    return `$value${++this.#variables}`;
  }
}
