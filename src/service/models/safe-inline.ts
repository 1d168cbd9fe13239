import { linkTo, readLink } from '../../agent/links.ts';

/**
 * The text of one line after another, read character by character and written anew. Every character is looked at a bounded
 * number of times: what is given up (a code span without an end, brackets that are no link) is read again as text, and
 * neither holds another of its kind.
 */

type State =
  | 'text'
  | 'escape'
  | 'bang'
  | 'less'
  | 'entity'
  | 'marks'
  | 'code'
  | 'label'
  | 'labelled'
  | 'target'
  | 'colon'
  | 'address'
  | 'query';

/** Characters of each before it is given up, and of an address before the rest is left out. */
const longest = { entity: 33, marks: 8, code: 4_000, label: 300, target: 2_000, address: 100 };

const punctuation = /[!-/:-@[-`{-~]/;
/** What is shown as a character and can stand for nothing else. */
const harmlessEntities: ReadonlySet<string> = new Set(['&lt;', '&gt;', '&amp;', '&quot;', '&nbsp;']);
const scheme =
  /(?:^|[^a-z\d])(?:https?|ftps?|wss?|file|data|blob|vscode|vscode-insiders|command|javascript|mailto)$/i;
/** What code must not have where a pipe may make it the text of two cells. */
const unsafeAsText = /[[<&\\@$]|:\S|www\./i;

export class SafeInline {
  #written = '';
  #state: State = 'text';
  /** What was read since the state began, to be read again where it comes to nothing. */
  #read = '';
  #isImage = false;
  #isEscaped = false;
  /** Marks that the code began with, and those in a row just now. */
  #size = 0;
  #marks = 0;
  /** Marks that nothing on this line ends: looked for once. */
  readonly #unclosed = new Set<number>();
  /** The letters just before: a scheme, perhaps. */
  #word = '';
  #tildes = 0;
  #left = 0;
  #asked = '';
  /** A pipe stands in a code span of this line: where it is a row of a table, code and text change places behind it. */
  #isSplit = false;

  /** Takes what is written by now. */
  take(): string {
    const written = this.#written;
    this.#written = '';
    return written;
  }

  /** @param text without line ends */
  add(text: string): void {
    for (const character of text) this.#feed(character);
  }

  /** Ends the line: what is not complete by now is text. */
  endLine(): void {
    if (this.#state === 'escape') {
      this.#state = 'text';
      this.#written += '\\';
    }
    this.#settle();
    this.#written += '\n';
    this.#isSplit = false;
    this.#unclosed.clear();
    this.#word = '';
    this.#tildes = 0;
  }

  /** Ends the text, so that what follows it cannot belong to it. */
  end(): void {
    this.#settle();
  }

  #settle(): void {
    while (this.#state !== 'text') {
      if (this.#state === 'code' && this.#marks === this.#size) this.#closeCode();
      else this.#giveUp();
    }
  }

  #feed(character: string): void {
    switch (this.#state) {
      case 'text':
        return this.#text(character);
      case 'escape':
        this.#state = 'text';
        if (character === ':') return this.#text(character);
        if (punctuation.test(character)) return this.#write(character === '<' ? '&lt;' : `\\${character}`);
        this.#written += '\\';
        return this.#text(character);
      case 'bang':
        if (character === '[') return this.#begin('label', character, true);
        return this.#andThen(character === '!' ? '\\!' : '!', character);
      case 'less':
        return this.#andThen(/[a-z/!?]/i.test(character) ? '&lt;' : '<', character);
      case 'entity':
        return this.#entity(character);
      case 'marks':
        if (character === '`') this.#read += character;
        else if (this.#read.length > longest.marks || this.#unclosed.has(this.#read.length))
          this.#giveUp(character);
        else {
          this.#size = this.#read.length;
          this.#marks = 0;
          this.#state = 'code';
          this.#read = '';
          this.#feed(character);
        }
        return;
      case 'code':
        return this.#code(character);
      case 'label':
        return this.#label(character);
      case 'labelled':
        if (character !== '(') return this.#giveUp(character);
        this.#read += character;
        this.#state = 'target';
        return;
      case 'target':
        return this.#target(character);
      case 'colon':
        return this.#colon(character);
      case 'address':
      case 'query':
        return this.#address(character);
    }
  }

  #begin(state: State, character: string, isImage = false): void {
    this.#state = state;
    this.#read = character;
    this.#isImage = isImage;
    this.#isEscaped = false;
  }

  #andThen(written: string, character: string): void {
    this.#state = 'text';
    this.#write(written);
    this.#feed(character);
  }

  #write(text: string): void {
    this.#written += text;
    this.#word = '';
    this.#tildes = 0;
  }

  #text(character: string): void {
    switch (character) {
      case '\\':
        return this.#begin('escape', character);
      case '!':
        return this.#begin('bang', character);
      case '<':
        return this.#begin('less', character);
      case '&':
        return this.#begin('entity', character);
      case '`':
        return this.#begin('marks', character);
      case '[':
        return this.#begin('label', character);
      case ':':
        this.#state = 'colon';
        return;
      case '@':
      case '$':
        return this.#write(`\\${character}`);
      case '~': {
        // Two strike through; three would begin a block of code.
        const tildes = this.#tildes + 1;
        this.#write(tildes > 2 ? '\\~' : '~');
        this.#tildes = tildes;
        return;
      }
      case '.':
        if (/(?:^|[^a-z\d])www$/i.test(this.#word)) return this.#beginAddress('\\.');
    }
    this.#plain(character);
  }

  #plain(character: string): void {
    const word = /[a-z\d+.-]/i.test(character) ? (this.#word + character).slice(-20) : '';
    this.#write(character === '.' && /www$/i.test(this.#word) ? '\\.' : character);
    this.#word = word;
  }

  #entity(character: string): void {
    if (character === ';') {
      const entity = `${this.#read};`;
      this.#state = 'text';
      if (harmlessEntities.has(entity)) return this.#write(entity);
      this.#write('&amp;');
      return this.add(entity.slice(1));
    }
    if (!/[a-z\d#]/i.test(character) || this.#read.length >= longest.entity) return this.#giveUp(character);
    this.#read += character;
  }

  #code(character: string): void {
    if (character === '`') this.#marks++;
    else if (this.#marks === this.#size) {
      this.#closeCode();
      return this.#feed(character);
    } else this.#marks = 0;
    this.#read += character;
    if (this.#read.length > longest.code) this.#giveUp();
  }

  #closeCode(): void {
    const content = this.#read.slice(0, this.#read.length - this.#size);
    const marks = '`'.repeat(this.#size);
    this.#state = 'text';
    const isSplit = content.includes('|');
    const isAmbiguous = isSplit || this.#isSplit || content.includes('`');
    if (isAmbiguous && unsafeAsText.test(content)) {
      this.#write('\\`'.repeat(marks.length));
      this.add(content);
      this.#settle();
      return this.#write('\\`'.repeat(marks.length));
    }
    this.#isSplit ||= isSplit;
    const written = content.includes('`') ? marks : '`';
    this.#write(written + content + written);
  }

  #label(character: string): void {
    if (character === '[' || this.#read.length > longest.label) return this.#giveUp(character);
    this.#read += character;
    if (character === ']' && !this.#isEscaped) this.#state = 'labelled';
    this.#isEscaped = character === '\\' && !this.#isEscaped;
  }

  #target(character: string): void {
    if (/[[\\`(]/.test(character) || this.#read.length > longest.target) return this.#giveUp(character);
    if (character !== ')') {
      this.#read += character;
      return;
    }
    const divided = this.#read.indexOf('](');
    const label = this.#read.slice(1, divided);
    const [target = ''] = this.#read
      .slice(divided + 2)
      .trim()
      .split(/\s/, 1);
    this.#state = 'text';
    this.#link(label, target.replace(/^<(.*)>$/, '$1'));
  }

  /** A place in the code is a link; what any other leads to is told as text. */
  #link(label: string, target: string): void {
    const place = this.#isImage ? undefined : readLink(target);
    if (place) {
      this.#write('[');
      this.add(label.trim() === '' ? '…' : label);
      this.#settle();
      return this.#write(`](${linkTo(place)})`);
    }
    this.add(label);
    this.#settle();
    if (target === '' || target === label) return;
    this.#write(label === '' ? '(' : ' (');
    this.add(target);
    this.#settle();
    this.#write(')');
  }

  #colon(character: string): void {
    const isAddress = scheme.test(this.#word) ? /\S/.test(character) : character === '/';
    if (!isAddress) return this.#andThen(':', character);
    this.#beginAddress('\\:');
    this.#feed(character);
  }

  #beginAddress(written: string): void {
    this.#write(written);
    this.#state = 'address';
    this.#left = longest.address;
    this.#asked = '';
  }

  /** Where it leads, without what it might carry: its query, its fragment, and what is longer than a host and a path. */
  #address(character: string): void {
    if (/[\s<>"'`)\]|\\[{}]/.test(character)) {
      this.#giveUp(character);
    } else if (this.#state === 'query') {
      // A question that ends with an address has no query.
      if (this.#asked !== '') this.#write('…');
      this.#asked = '';
    } else if (character === '?' || character === '#' || this.#left-- <= 0) {
      this.#state = 'query';
      this.#asked = character;
    } else if (/[:@$!*_~]/.test(character)) this.#write(`\\${character}`);
    else if (character === '&') this.#write('&amp;');
    else this.#plain(character);
  }

  /** What was begun is none: its first character is text, and the rest is read again. */
  #giveUp(...next: readonly string[]): void {
    const state = this.#state;
    const read = this.#read;
    this.#state = 'text';
    switch (state) {
      case 'text':
        break;
      case 'escape':
        this.#write('\\\\');
        break;
      case 'bang':
        this.#write('!');
        break;
      case 'less':
        this.#write('&lt;');
        break;
      case 'colon':
        this.#write(':');
        break;
      case 'address':
        break;
      case 'query':
        this.#write(/[?#]/.test(this.#asked) ? this.#asked : this.#asked === '' ? '' : '…');
        break;
      case 'entity':
        this.#write('&');
        this.add(read.slice(1));
        break;
      case 'marks':
        this.#write('\\`'.repeat(read.length));
        break;
      case 'code':
        this.#unclosed.add(this.#size);
        this.#write('\\`'.repeat(this.#size));
        this.add(read);
        break;
      case 'label':
      case 'labelled':
      case 'target':
        this.#write(this.#isImage ? '!\\[' : '\\[');
        this.add(read.slice(1));
        break;
    }
    for (const character of next) this.#feed(character);
  }
}
