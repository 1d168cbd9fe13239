import type { Expr, Node } from '../ir/ir.ts';
import { operation, operations } from './nodes.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Filters after which a text is written as it is. */
const raw = words('safe raw safeseq no_esc noescape none');
/** Filters that escape markup, or leave no tag of anybody's choice. */
const escaping = words(
  `e escape forceescape force_escape escapejs escape_js urlencode url_encode tojson to_json json_script dump_json slugify
   striptags strip_tags removetags sanitize bleach bleach_clean h html_escape htmlspecialchars js_string json_string
   urlize urlizetrunc linebreaksbr escapeseq u iriencode escapeExpression escapeHtml escapeHTML addslashes_html encodeURIComponent`,
);
/** Filters that give a number, a date or a test. */
const plain = words(
  `length length_is count int integer float floatformat round abs wordcount date time datetime timesince timeuntil
   datetimeformat dateformat strftime filesizeformat intcomma intword naturaltime naturalday pluralize yesno divisibleby
   add_number size index isodate has_content number_format`,
);

/** Returns what a filter makes of a value. What is marked as safe is written as it is, wherever that is. */
export function filtered(node: Node, name: string, input: Expr, args: readonly Expr[]): Expr {
  if (raw.has(name)) return operation(node, operations.markup, [input]);
  if (escaping.has(name)) return operation(node, operations.escaped, [input, ...args]);
  if (plain.has(name)) return operation(node, operations.plain, [input, ...args]);
  return operation(node, operations.filter, [input, ...args]);
}
