import { CompiledRegions, isExpression, isInterpolated } from './compiled-regions.ts';

/** Where in a page a value of a template is written. */
export type HtmlPlace =
  /** Between tags, and within quotes of an ordinary attribute. */
  | 'text'
  /** An attribute's value without quotes, or within a tag. */
  | 'unquoted'
  /** The beginning of an address that a click or the page itself leads to. */
  | 'url'
  /** A script that is an attribute. */
  | 'handler'
  /** Text that a framework in the browser compiles again. */
  | 'compiled'
  /** A script, outside of its texts. */
  | 'script'
  /** Within a text or a comment of a script, and in styles. */
  | 'quoted';

const urlAttributes: ReadonlySet<string> = new Set(['href', 'action', 'formaction', 'xlink:href']);
const frames: ReadonlySet<string> = new Set(['iframe', 'embed', 'script', 'frame']);
/** Types of scripts that browsers run; what others hold is data. */
const runs = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script(?:;.*)?)$/i;

type State =
  | 'text'
  | 'comment'
  | 'tag-name'
  | 'tag'
  | 'attribute-name'
  | 'before-value'
  | 'quoted-value'
  | 'unquoted-value'
  | 'script'
  | 'style'
  | 'data';

/** Follows the markup around the values of a template, in one pass. */
export class HtmlPlaces {
  #state: State = 'text';
  #tag = '';
  #attribute = '';
  #quote = '';
  #value = '';
  /** Something stands in the attribute's value already. */
  #begun = false;
  #type = '';
  /** Of a script: the quote or comment that is open. */
  #inside = '';
  #attributes: string[] = [];
  #id = '';
  readonly #regions: CompiledRegions;

  /** @param mounted ids of elements that a script has compiled */
  constructor(mounted: ReadonlySet<string> = new Set()) {
    this.#regions = new CompiledRegions(mounted);
  }

  /** Reads literal text of the template. */
  feed(text: string): void {
    for (let at = 0; at < text.length; at++) at = this.#read(text, at);
  }

  /** Returns where a value stands that is written here, and goes on behind it. */
  hole(): HtmlPlace {
    const place = this.#place();
    if (this.#state === 'before-value') this.#state = 'unquoted-value';
    if (this.#state === 'tag-name') this.#tag += '?';
    this.#begun = true;
    return place;
  }

  #place(): HtmlPlace {
    switch (this.#state) {
      case 'script':
        return this.#inside === '' ? 'script' : 'quoted';
      case 'style':
        return 'quoted';
      case 'quoted-value':
      case 'unquoted-value':
      case 'before-value':
        if (/^on[a-z]/.test(this.#attribute) || isExpression(this.#attribute)) return 'handler';
        if (this.#isUrl() && !this.#begun && this.#value.trim() === '') return 'url';
        if (this.#state !== 'quoted-value') return 'unquoted';
        return this.#regions.compiler === 'angular' || isInterpolated(this.#attribute) ? 'compiled' : 'text';
      case 'text':
        return this.#regions.compiler === undefined ? 'text' : 'compiled';
      default:
        return 'text';
    }
  }

  #isUrl(): boolean {
    return (
      urlAttributes.has(this.#attribute) ||
      (this.#attribute === 'src' && frames.has(this.#tag)) ||
      (this.#attribute === 'data' && this.#tag === 'object')
    );
  }

  /** @returns the offset of the last character that was read */
  #read(text: string, at: number): number {
    const character = text[at] as string;
    switch (this.#state) {
      case 'text':
        return this.#readText(text, at);
      case 'comment': {
        const end = text.indexOf('-->', at);
        if (end < 0) return text.length;
        this.#state = 'text';
        return end + 2;
      }
      case 'tag-name':
        if (/[\w:?-]/.test(character)) this.#tag += character.toLowerCase();
        else if (character === '>') this.#closeTag();
        else this.#state = 'tag';
        return at;
      case 'tag':
        if (character === '>') this.#closeTag();
        else if (/[\w:@.-]/.test(character)) {
          this.#state = 'attribute-name';
          this.#endName();
          this.#attribute = character.toLowerCase();
        }
        return at;
      case 'attribute-name':
        if (character === '>') this.#closeTag();
        else if (character === '=') this.#beginValue();
        else if (/[\s/]/.test(character)) this.#state = 'tag';
        else this.#attribute += character.toLowerCase();
        return at;
      case 'before-value':
        if (/\s/.test(character)) return at;
        if (character === '"' || character === "'") {
          this.#state = 'quoted-value';
          this.#quote = character;
        } else if (character === '>') this.#closeTag();
        else {
          this.#state = 'unquoted-value';
          this.#value = character;
        }
        return at;
      case 'quoted-value': {
        const end = text.indexOf(this.#quote, at);
        this.#keepValue(text.slice(at, end < 0 ? text.length : end));
        if (end < 0) return text.length;
        this.#endValue();
        return end;
      }
      case 'unquoted-value':
        if (character === '>') {
          this.#endValue();
          this.#closeTag();
        } else if (/\s/.test(character)) this.#endValue();
        else this.#keepValue(character);
        return at;
      case 'script':
      case 'style':
      case 'data':
        return this.#readRaw(text, at);
    }
  }

  #readText(text: string, at: number): number {
    const open = text.indexOf('<', at);
    if (open < 0) return text.length;
    if (text.startsWith('<!--', open)) {
      this.#state = 'comment';
      return open + 3;
    }
    if (/[a-z]/i.test(text[open + 1] ?? ' ')) {
      this.#state = 'tag-name';
      this.#tag = '';
      this.#type = '';
      this.#attributes = [];
      this.#id = '';
    } else if (text[open + 1] === '/') {
      const [, name] = endTag.exec(text.slice(open, open + longestName)) ?? [];
      if (name !== undefined) this.#regions.end(name.toLowerCase());
    }
    return open;
  }

  #readRaw(text: string, at: number): number {
    if (text[at] === '<' && text.startsWith('</', at)) {
      const name = text.slice(at + 2, at + 2 + this.#tag.length).toLowerCase();
      if (name === this.#tag) {
        this.#state = 'text';
        this.#inside = '';
        return at + 1 + name.length;
      }
    }
    if (this.#state === 'script') return this.#readScript(text, at);
    const next = text.indexOf('<', at + 1);
    return next < 0 ? text.length : next - 1;
  }

  #readScript(text: string, at: number): number {
    const character = text[at] as string;
    if (this.#inside === '') {
      if (character === '"' || character === "'" || character === '`') this.#inside = character;
      else if (character === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
        this.#inside = text[at + 1] === '/' ? '\n' : '*';
        return at + 1;
      }
      return at;
    }
    if (character === '\\' && this.#inside !== '\n' && this.#inside !== '*') return at + 1;
    if (this.#inside === '*') {
      if (character === '*' && text[at + 1] === '/') {
        this.#inside = '';
        return at + 1;
      }
    } else if (character === this.#inside || (character === '\n' && this.#inside !== '`')) this.#inside = '';
    return at;
  }

  #beginValue(): void {
    this.#state = 'before-value';
    this.#value = '';
    this.#begun = false;
  }

  #keepValue(text: string): void {
    if (this.#value.length < longestValue) this.#value += text;
  }

  #endValue(): void {
    if (this.#attribute === 'type') this.#type = this.#value.trim();
    if (this.#attribute === 'id') this.#id = this.#value.trim();
    this.#state = 'tag';
    this.#endName();
  }

  #endName(): void {
    if (this.#attribute !== '' && this.#attributes.length < mostAttributes)
      this.#attributes.push(this.#attribute);
    this.#attribute = '';
  }

  #closeTag(): void {
    this.#endName();
    this.#inside = '';
    if (this.#tag === 'script') this.#state = runs.test(this.#type) ? 'script' : 'data';
    else if (this.#tag === 'style') this.#state = 'style';
    else {
      this.#state = 'text';
      this.#regions.begin(this.#tag, this.#attributes, this.#id);
    }
  }
}

/** Of an attribute's value, what is looked at. */
const longestValue = 200;
const longestName = 80;
const mostAttributes = 50;
const endTag = /^<\/([a-z][\w:-]*)/i;
