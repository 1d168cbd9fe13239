/** Whether data is put between the quotes of a statement: there a text without that quote stays a text. */
import type { Expr } from '../../ir/ir.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { clearLabels, type Labels } from './labels.ts';
import { bitOf, type Mask, noClass } from './masks.ts';
import { exact } from './values.ts';

const places: readonly { readonly quote: string; readonly within: Mask; readonly without: Mask }[] = [
  { quote: "'", within: bitOf('within-single-quotes'), without: bitOf('no-single-quote') },
  { quote: '"', within: bitOf('within-double-quotes'), without: bitOf('no-double-quote') },
];

/** The facts of a text in which a character is not. */
export const factsWithout = (isOut: (text: string) => boolean): Mask =>
  places.reduce((mask, { quote, without }) => (isOut(quote) ? mask.or(without) : mask), noClass);

/** Whether anything of a text depends on the quotes that it is put between. */
const asksForQuotes = (labels: Labels): boolean =>
  labels.some(({ cleared }) => places.some(({ without }) => cleared.meets(without)));

/** The quote that a text leaves open. */
function openAfter(text: string): string | undefined {
  let open: string | undefined;
  for (const character of text)
    if (character === open) open = undefined;
    else if (open === undefined && places.some(({ quote }) => quote === character)) open = character;
  return open;
}

/** The labels of what is put behind a text; what else stands in it has no quotes of its own. */
export function behindQuote(labels: Labels, text: () => string): Labels {
  if (!asksForQuotes(labels)) return labels;
  const open = openAfter(text());
  const place = places.find(({ quote }) => quote === open);
  return place ? clearLabels(labels, place.within) : labels;
}

/** The labels of what is put where a format has places: `"… name = '%s'" % name`. */
export function atPlaces(labels: Labels, format: unknown): Labels {
  if (!asksForQuotes(labels) || typeof format !== 'string') return labels;
  const parts = format.split('%s');
  const opens = new Set(parts.slice(0, -1).map((_, i) => openAfter(parts.slice(0, i + 1).join(''))));
  const [open] = opens;
  const place = opens.size === 1 ? places.find(({ quote }) => quote === open) : undefined;
  return place ? clearLabels(labels, place.within) : labels;
}

/** What is constant of a text that an expression puts together. */
export function constantsIn(machine: Machine, expr: Expr, frame: Frame): string {
  if (expr.k === 'binary' && expr.op === '+')
    return constantsIn(machine, expr.left, frame) + constantsIn(machine, expr.right, frame);
  if (expr.k === 'template' && !expr.tag)
    return expr.parts.map((part) => constantsIn(machine, part, frame)).join('');
  const known = exact(machine.evaluate(expr, frame))?.value;
  return typeof known === 'string' ? known : '';
}
