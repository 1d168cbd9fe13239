import Tokenizer, { TokenizerError } from '@streamparser/json/tokenizer.js';
import type { ParsedTokenInfo } from '@streamparser/json/utils/types/parsedTokenInfo.js';
import TokenType from '@streamparser/json/utils/types/tokenType.js';
import * as l10n from '@vscode/l10n';

/** Keys and indexes from the root of a document to a value in it. */
export type JsonPath = readonly (string | number)[];

/** What becomes of the value at a path: put together and handed over, looked into, or left out. */
export type Picked = 'build' | 'enter' | 'skip';

export interface PickerOptions {
  /** Asked once for each value that is looked at; the path is only lent. */
  readonly pick: (path: JsonPath) => Picked;
  readonly take: (path: JsonPath, value: unknown) => void;
}

/** Values within one that is put together; what is over is left out of it. */
const mostNodes = 200_000;
/** Characters of one text; the rest of it is cut off. */
const longestText = 2_000_000;
/** Levels of nesting; a document that goes deeper is refused. */
const deepest = 500;
/** Bytes that one text may have: the tokenizer holds it until it ends. */
const largestToken = 64_000_000;

/** Why a document cannot be read on. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

interface Frame {
  readonly isArray: boolean;
  readonly picked: Picked;
  /** The value that is put together here. */
  readonly value: unknown[] | Record<string, unknown> | undefined;
  /** The key of the next value, or its index. */
  key: string | number;
  isKeyNext: boolean;
}

/**
 * Puts together chosen values of a JSON document that comes in pieces, and holds nothing else of it: what it takes in
 * memory depends on what is chosen, never on the size of the document.
 */
export class JsonPicker {
  readonly #options: PickerOptions;
  readonly #tokenizer = new Tokenizer({ stringBufferSize: 0 });
  readonly #frames: Frame[] = [];
  readonly #path: (string | number)[] = [];
  #nodes = 0;
  #bytes = 0;
  #lastToken = 0;
  #isBegun = false;

  constructor(options: PickerOptions) {
    this.#options = options;
    this.#tokenizer.onToken = (token) => this.#take(token);
    this.#tokenizer.onError = (error) => {
      // What goes wrong in taking a value comes this way too.
      throw error instanceof TokenizerError ? new JsonError(error.message) : error;
    };
  }

  /** @throws JsonError when it is no JSON, or beyond the bounds */
  write(bytes: Uint8Array): void {
    this.#bytes += bytes.byteLength;
    this.#tokenizer.write(bytes);
    if (this.#bytes - this.#lastToken > largestToken)
      throw new JsonError(`A single text is larger than ${largestToken / 1_000_000} MB.`);
  }

  /** @throws JsonError when the document is not complete */
  end(): void {
    if (this.#frames.length > 0 || !this.#isBegun) throw new JsonError(l10n.t('it ends in the middle'));
  }

  #take({ token, value, offset }: ParsedTokenInfo): void {
    this.#lastToken = offset;
    switch (token) {
      case TokenType.LEFT_BRACE:
        return this.#open(false);
      case TokenType.LEFT_BRACKET:
        return this.#open(true);
      case TokenType.RIGHT_BRACE:
        return this.#close(false);
      case TokenType.RIGHT_BRACKET:
        return this.#close(true);
      case TokenType.COMMA:
        return this.#comma();
      case TokenType.COLON:
      case TokenType.SEPARATOR:
        return;
      default:
        return this.#scalar(typeof value === 'string' ? value.slice(0, longestText) : value);
    }
  }

  #open(isArray: boolean): void {
    if (this.#frames.length >= deepest) throw new JsonError(`It is nested more than ${deepest} levels deep.`);
    const picked = this.#arrive();
    const value = picked === 'build' ? (isArray ? [] : {}) : undefined;
    if (value !== undefined) this.#attach(value);
    this.#frames.push({ isArray, picked, value, key: isArray ? 0 : '', isKeyNext: !isArray });
  }

  #close(isArray: boolean): void {
    const frame = this.#frames.pop();
    if (!frame || frame.isArray !== isArray) throw new JsonError('Its brackets do not match.');
    const parent = this.#frames.at(-1);
    if (frame.value !== undefined && parent?.picked !== 'build') this.#handOver(frame.value);
    this.#leave();
  }

  #comma(): void {
    const frame = this.#frames.at(-1);
    if (!frame) throw new JsonError('It goes on behind its end.');
    if (frame.isArray && typeof frame.key === 'number') frame.key += 1;
    else frame.isKeyNext = true;
  }

  #scalar(value: unknown): void {
    const frame = this.#frames.at(-1);
    if (frame?.isKeyNext) {
      if (typeof value !== 'string') throw new JsonError('A name is no text.');
      frame.key = value;
      frame.isKeyNext = false;
      return;
    }
    const picked = this.#arrive();
    if (picked === 'build') {
      if (frame?.picked === 'build') this.#attach(value);
      else this.#handOver(value);
    }
    this.#leave();
  }

  /** Stands at a value. */
  #arrive(): Picked {
    const frame = this.#frames.at(-1);
    if (!frame) {
      if (this.#isBegun) throw new JsonError('It goes on behind its end.');
      this.#isBegun = true;
      return this.#options.pick(this.#path);
    }
    if (frame.isKeyNext) throw new JsonError('A name is missing.');
    this.#path.push(frame.key);
    if (frame.picked !== 'enter') return frame.picked;
    const picked = this.#options.pick(this.#path);
    if (picked === 'build') this.#nodes = 0;
    return picked;
  }

  #leave(): void {
    this.#path.pop();
  }

  #attach(value: unknown): void {
    const parent = this.#frames.at(-1);
    if (parent?.picked !== 'build' || parent.value === undefined) return;
    if (++this.#nodes > mostNodes) return;
    if (Array.isArray(parent.value)) parent.value.push(value);
    // Assigning to this one would change what the object is.
    else if (parent.key !== '__proto__') parent.value[String(parent.key)] = value;
  }

  #handOver(value: unknown): void {
    this.#options.take(this.#path, value);
  }
}
