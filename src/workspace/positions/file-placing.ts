import { splitLines } from '../code-text.ts';
import { Carrier, mapRange, shifted } from './carry.ts';
import {
  type CodeRange,
  indentOf,
  isWhereScanned,
  locate,
  type Place,
  type ScannedCode,
  TextLines,
} from './positions.ts';
import type { ScannedFile } from './scanned-texts.ts';
import type { TextEdit } from './text-change.ts';
import { type TrackedPlace, TrackedText } from './tracked-text.ts';

export interface CodeToPlace extends ScannedCode, ScannedFile {
  readonly id: string;
  /** URI of the workspace folder. */
  readonly folder: string;
}

export interface KnownPlace {
  /** The `codeKey` that it was found by. */
  readonly code: string;
  readonly place: Place;
}

/** Places that hold for one text of a file, so that what edits told is not lost when its editor is closed. */
export interface KnownPlaces {
  /** Git's name for the text. */
  readonly blobId: string;
  readonly places: ReadonlyMap<string, KnownPlace>;
}

/** Tells apart what was scanned under one id at different times. */
export function codeKey(code: CodeToPlace): string {
  const { blobId, commitSha, startLine, startColumn, endLine, endColumn, snippet } = code;
  return [blobId ?? commitSha ?? '', startLine, startColumn, endLine, endColumn, snippet].join(' ');
}

/** Finds code in one text, given the text that it was scanned in, where that is known. */
export class CodeFinder {
  readonly #base: readonly string[] | undefined;
  readonly #present: readonly string[];
  readonly #carrier: Carrier;
  readonly #found = new Map<ScannedCode, Place>();
  #isSame: boolean | undefined;
  #lines: TextLines | undefined;

  /** @param present the lines of the text to find it in, which do not change from now on */
  constructor(base: string | undefined, present: readonly string[]) {
    this.#present = present;
    this.#base = base === undefined ? undefined : splitLines(base);
    this.#carrier = new Carrier(this.#base ?? [], present);
  }

  /** Where a piece of code is; each is looked for once. */
  find(code: ScannedCode): Place {
    const found = this.#found.get(code) ?? this.#look(code);
    this.#found.set(code, found);
    return found;
  }

  #look(code: ScannedCode): Place {
    if (!this.#base || !isWhereScanned(code, this.#base)) {
      this.#lines ??= new TextLines(this.#present.join('\n'));
      return locate(code, this.#lines);
    }
    this.#isSame ??= sameLines(this.#base, this.#present);
    const range = this.#isSame ? this.#unmoved(code) : this.#carrier.carry(code)?.range;
    const indent = indentOf(this.#base[code.startLine - 1] ?? '');
    return range ? { kind: 'at', range, indent } : { kind: 'changed' };
  }

  /** The range as the comparison of a text with itself would give it: with its ends where code is. */
  #unmoved(code: ScannedCode): CodeRange | undefined {
    const [start, end] = [code.startLine - 1, code.endLine];
    if (start < 0 || end > this.#present.length) return undefined;
    const lines = this.#present.slice(start, end);
    const range = mapRange(lines, lines, shifted(code, -start));
    return range && shifted(range, start);
  }
}

function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** The code of one open document, moved with every edit. */
export class DocumentCode {
  readonly #text: TrackedText;
  readonly #known = new Map<string, { code: string; indent: number }>();

  constructor(text: string) {
    this.#text = new TrackedText(text);
  }

  get lineCount(): number {
    return this.#text.lines.length;
  }

  get lines(): readonly string[] {
    return this.#text.lines;
  }

  /** Whether all code that it was asked for is there. */
  get isComplete(): boolean {
    for (const id of this.#known.keys()) if (!this.#text.isThere(id)) return false;
    return true;
  }

  /** Whether it knows where a piece of code is. */
  has(code: CodeToPlace): boolean {
    return this.#known.get(code.id)?.code === codeKey(code) && this.#text.isThere(code.id);
  }

  /**
   * @param find where the code is by comparing texts; asked only where edits do not tell
   * @param isAsScanned whether the text is again just the scanned one: then edits have nothing to say
   */
  place(code: CodeToPlace, find: () => Place, isAsScanned = false): Place {
    const key = codeKey(code);
    const isKnown = !isAsScanned && this.#known.get(code.id)?.code === key;
    if (!isKnown) this.#text.delete(code.id);
    const place = isKnown ? this.#tracked(code.id) : undefined;
    if (place) return place;
    const found = find();
    const isRefused = isKnown && found.kind === 'at' && !this.#mayBe(code.id, found);
    if (found.kind !== 'at' || isRefused) {
      if (!isKnown) this.#known.set(code.id, { code: key, indent: code.indent ?? 0 });
      return { kind: 'changed' };
    }
    this.#known.set(code.id, { code: key, indent: found.indent });
    this.#text.add(code.id, found.range);
    return found;
  }

  /** Takes the edits of one event. @returns the places that changed */
  apply(edits: readonly TextEdit[], isUndo: boolean): Map<string, Place> {
    return new Map(this.#text.apply(edits, isUndo).map((tracked) => [tracked.id, this.#asPlace(tracked)]));
  }

  /** Forgets all but these. */
  keep(ids: ReadonlySet<string>): void {
    for (const id of [...this.#known.keys()]) {
      if (ids.has(id)) continue;
      this.#known.delete(id);
      this.#text.delete(id);
    }
  }

  /** Where code is. What is lost is left out: the comparison of texts may find it, once nothing is edited. */
  get places(): KnownPlaces['places'] {
    return new Map(
      [...this.#known].flatMap(([id, { code }]) => {
        const place = this.#tracked(id);
        return place ? [[id, { code, place }]] : [];
      }),
    );
  }

  #tracked(id: string): Place | undefined {
    const tracked = this.#text.placeOf(id);
    return tracked?.range ? this.#asPlace(tracked) : undefined;
  }

  #asPlace({ id, range }: TrackedPlace): Place {
    return range ? { kind: 'at', range, indent: this.#known.get(id)?.indent ?? 0 } : { kind: 'changed' };
  }

  #mayBe(id: string, place: Extract<Place, { kind: 'at' }>): boolean {
    for (let line = place.range.startLine - 1; line < place.range.endLine; line++) {
      if (!this.#text.mayBeAt(id, line)) return false;
    }
    return true;
  }
}
