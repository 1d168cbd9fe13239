import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import type { Source } from '../source.ts';
import type { CodePiece, Piece, Unit } from './pieces.ts';

/** Texts with places for values: `%s` and `{}`. Anything but a plain place is left as it is. */

/** `"%s of %d" % (a, b)`, `String.format("%s", a)`. @returns undefined where places and values do not match */
export function byPercent(
  source: Source,
  text: readonly Piece[],
  values: SyntaxNode | readonly SyntaxNode[],
): readonly Piece[] | undefined {
  const { positional, byName } = valuesOf(source, values);
  let next = 0;
  let bad = false;
  const result = placed(text, (units, i) => {
    const unit = units[i];
    if (unit?.ch !== '%') return undefined;
    const spec = units
      .slice(i + 1, i + 40)
      .map(({ ch }) => ch)
      .join('');
    const found = /^(?:%|(?:\(([\w ]+)\))?([srdifn]))/.exec(spec);
    if (!found) {
      bad = true;
      return undefined;
    }
    if (found[0] === '%') return { width: 2, piece: '%' };
    if (found[2] === 'n') return { width: 2, piece: '\n' };
    const node = found[1] === undefined ? positional[next++] : byName.get(found[1]);
    if (!node) {
      bad = true;
      return undefined;
    }
    return {
      width: found[0].length + 1,
      piece: codeOf(source, node, found[2] === 's' ? '' : (found[2] ?? '')),
    };
  });
  return bad || next !== positional.length ? undefined : result;
}

/** `"{} of {n}".format(a, n=b)` */
export function byFormat(
  text: readonly Piece[],
  args: readonly SyntaxNode[],
  keywords: ReadonlyMap<string, SyntaxNode>,
  source: Source,
): readonly Piece[] | undefined {
  let next = 0;
  let bad = false;
  const result = placed(text, (units, i) => {
    const unit = units[i];
    if (unit?.ch !== '{' && unit?.ch !== '}') return undefined;
    const spec = units
      .slice(i, i + 60)
      .map(({ ch }) => ch)
      .join('');
    if (spec.startsWith('{{') || spec.startsWith('}}')) return { width: 2, piece: unit.ch };
    const found = /^\{(\w*)\}/.exec(spec);
    const key = found?.[1];
    const node =
      key === undefined
        ? undefined
        : key === ''
          ? args[next++]
          : /^\d+$/.test(key)
            ? args[Number(key)]
            : keywords.get(key);
    if (!found || !node) {
      bad = true;
      return undefined;
    }
    return { width: found[0].length, piece: codeOf(source, node, '') };
  });
  return bad ? undefined : result;
}

const codeOf = (source: Source, node: SyntaxNode, format: string): CodePiece => ({
  kind: 'code',
  node,
  code: source.textOf(node),
  embedded: source.language === 'python',
  format,
});

function valuesOf(source: Source, values: SyntaxNode | readonly SyntaxNode[]) {
  const byName = new Map<string, SyntaxNode>();
  if (!('type' in values)) return { positional: values, byName };
  if (values.type === 'tuple') return { positional: values.children, byName };
  if (values.type !== 'dictionary') return { positional: [values], byName };
  for (const pair of values.children) {
    const key = fieldOf(pair, 'key');
    const value = fieldOf(pair, 'value');
    if (key && value) byName.set(source.textOf(key).replaceAll(/^['"]|['"]$/g, ''), value);
  }
  return { positional: [], byName };
}

type Place = { readonly width: number; readonly piece: CodePiece | string };

/** Cuts the places out of the literal pieces. */
function placed(
  text: readonly Piece[],
  at: (units: readonly Unit[], index: number) => Place | undefined,
): Piece[] {
  return text.flatMap((piece): Piece[] => {
    if (piece.kind === 'code') return [piece];
    const result: Piece[] = [];
    let units: Unit[] = [];
    const flush = (): void => {
      if (units.length > 0) result.push({ ...piece, units });
      units = [];
    };
    for (let i = 0; i < piece.units.length; ) {
      const place = at(piece.units, i);
      const unit = piece.units[i] as Unit;
      if (!place) {
        units.push(unit);
        i++;
      } else {
        if (typeof place.piece === 'string')
          units.push({ ch: place.piece, raw: place.piece === '\n' ? '\\n' : place.piece });
        else {
          flush();
          result.push(place.piece);
        }
        i += place.width;
      }
    }
    flush();
    return result;
  });
}
