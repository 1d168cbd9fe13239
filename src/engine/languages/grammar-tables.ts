import type { Language as Grammar } from 'web-tree-sitter';
import type { RuntimeMemory } from './runtime.ts';
import type { Treatment } from './syntax.ts';

/** What a grammar says about nodes, by number, so that reading one costs a few look-ups. */
export interface GrammarTables {
  /** By symbol; several symbols may have one type. The last is `ERROR`. */
  readonly types: readonly string[];
  /** By symbol. */
  readonly treatments: readonly Treatment[];
  /** By field number; 0 is no field. */
  readonly fields: readonly string[];
  /** The numbers of places in a row of `aliases` and of `ownFields`. */
  readonly width: number;
  /** The symbol by which a production shows the child at a place, 0 for the child's own; a row for each production. */
  readonly aliases: Uint16Array;
  /** The field that a production gives to the child at a place; a row for each production. */
  readonly ownFields: Uint16Array;
}

/** Byte offsets in `TSLanguage` of tree-sitter's `parser.h` (ABI 14 and 15) where pointers have four bytes. */
const offsets = {
  productionCount: 28,
  longestAliasSequence: 36,
  fieldSlices: 64,
  fieldEntries: 68,
  publicSymbols: 76,
  aliasSequences: 84,
};

const mostProductions = 65_536;

/**
 * @param address where the grammar's `TSLanguage` is
 * @throws RangeError when it is none
 */
export function tablesOf(
  grammar: Grammar,
  address: number,
  { HEAPU32: words, HEAPU16: halves }: RuntimeMemory,
  treatmentOf: (type: string) => Treatment,
): GrammarTables {
  const word = (offset: number): number => words[(address + offset) >> 2] as number;
  const half = (pointer: number, index: number): number => halves[(pointer >> 1) + index] as number;

  const publicSymbols = word(offsets.publicSymbols);
  const types = Array.from({ length: grammar.nodeTypeCount }, (_, symbol) =>
    interned(grammar.nodeTypeForId(half(publicSymbols, symbol)) ?? 'ERROR'),
  );
  types.push(interned('ERROR'));
  const fields = Array.from({ length: grammar.fieldCount + 1 }, (_, field) =>
    interned((field > 0 && grammar.fieldNameForId(field)) || ''),
  );

  const productions = word(offsets.productionCount);
  if (!(productions < mostProductions)) throw new RangeError('The grammar is not laid out as expected.');
  const given =
    fields.length > 1
      ? fieldsGiven(word(offsets.fieldSlices), word(offsets.fieldEntries), productions, half)
      : [];
  const aliasWidth = half(address + offsets.longestAliasSequence, 0);
  const width = Math.max(aliasWidth, ...given.map(({ place }) => place + 1));
  const aliases = new Uint16Array(productions * width);
  const sequences = word(offsets.aliasSequences);
  // Production 0 stands for all those without aliases.
  for (let production = 1; production < productions; production++)
    for (let place = 0; place < aliasWidth; place++)
      aliases[production * width + place] = half(sequences, production * aliasWidth + place);
  const ownFields = new Uint16Array(productions * width);
  // Of two fields of one place the parser's cursor names the first.
  for (const { production, place, field } of given.toReversed())
    ownFields[production * width + place] = field;
  return { types, treatments: types.map(treatmentOf), fields, width, aliases, ownFields };
}

interface GivenField {
  readonly production: number;
  readonly place: number;
  readonly field: number;
}

/** A `TSMapSlice` is two halves: index and length. A `TSFieldMapEntry` is a half and two bytes: field, place, inherited or not. */
function fieldsGiven(
  slices: number,
  entries: number,
  productions: number,
  half: (pointer: number, index: number) => number,
): GivenField[] {
  const given: GivenField[] = [];
  for (let production = 0; production < productions; production++) {
    const first = half(slices, 2 * production);
    const end = first + half(slices, 2 * production + 1);
    for (let entry = first; entry < end; entry++) {
      const placeAndInherited = half(entries, 2 * entry + 1);
      if (placeAndInherited < 256)
        given.push({ production, place: placeAndInherited, field: half(entries, 2 * entry) });
    }
  }
  return given;
}

/** The text as one object with the literals of the program that read the same: comparing them is comparing pointers. */
const interned = (text: string): string => Object.keys({ [text]: 0 })[0] as string;
