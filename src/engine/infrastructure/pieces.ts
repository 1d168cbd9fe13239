/** Large files of many documents, read a piece at a time: generated manifests are mostly definitions of types. */
import type { Hit } from './rule.ts';

/** Characters from which a file is taken apart. */
const large = 500_000;

export interface Piece {
  readonly text: string;
  /** Its offset in the file. */
  readonly at: number;
}

/** Returns the documents of a large file of YAML, and a smaller file as it is. */
export function piecesOf(text: string): readonly Piece[] {
  if (text.length <= large) return [{ text, at: 0 }];
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/^---(?=\s)/gm)) {
    if (index > from) pieces.push({ text: text.slice(from, index), at: from });
    from = index;
  }
  return [...pieces, { text: text.slice(from), at: from }];
}

/** Returns a place of a piece as one of the file. @param by the piece's offset */
export function placed(hit: Hit, by: number): Hit {
  if (by === 0) return hit;
  const moved = <Place extends { readonly at: number; readonly end: number }>(place: Place): Place => ({
    ...place,
    at: place.at + by,
    end: place.end + by,
  });
  return { ...moved(hit), ...(hit.fix && { fix: { ...hit.fix, edits: hit.fix.edits.map(moved) } }) };
}
