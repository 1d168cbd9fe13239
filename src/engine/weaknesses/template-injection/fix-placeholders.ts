import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Fix, FixResult, Strategy } from '../../fixes/fix.ts';
import { sinkApi } from '../../fixes/sink.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import { compose } from '../../fixes/text/compose.ts';
import { type CodePiece, type TextPiece, textPiece } from '../../fixes/text/pieces.ts';
import { render } from '../../fixes/text/render.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

/** How an engine writes a value into its text, and where it takes the values from. */
interface Engine {
  readonly api: RegExp;
  readonly placeholder: (name: string) => string;
  /** The values: keywords of this call, keywords of the `render` that is called on it, or an object beside the text. */
  readonly values: 'keywords' | 'render' | 'object';
}

const braces = (name: string): string => `{{ ${name} }}`;
const engines: readonly Engine[] = [
  { api: /render_template_string$/, placeholder: braces, values: 'keywords' },
  { api: /^jinja2\b.*(?:Template|from_string)$/, placeholder: braces, values: 'render' },
  { api: /^mako\b.*Template$/, placeholder: (name) => `\${${name}}`, values: 'render' },
  { api: /^ejs\.render$/, placeholder: (name) => `<%= ${name} %>`, values: 'object' },
  { api: /^nunjucks\.renderString$/, placeholder: braces, values: 'object' },
];

const wording: Omit<Fix, 'edits'> = {
  strategy: 'template-injection/placeholders',
  title: 'Hand the values to the template instead of writing them into it',
  explanation:
    'The text of the template is fixed, and the values are filled in where they stood, so that nothing in them is read as a template.',
};

/** A template with values written into its text has placeholders for them instead. */
const templatePlaceholders: Strategy = {
  languages: ['javascript', 'python'],
  fix: ({ source, finding }): FixResult => {
    const call = callAt(source, source.offsetsOf(finding.range));
    const api = sinkApi(finding);
    const engine = engines.find((one) => one.api.test(api));
    const [text] = call?.args ?? [];
    if (!call || !engine || !text) return undefined;
    const filled = withPlaceholders(source, text, engine);
    const values = filled && valuesEdit(source, call, engine, filled.values);
    return filled && values && { ...wording, edits: [replaced(filled.node, filled.text), values] };
  },
};

interface Filled {
  readonly node: SyntaxNode;
  readonly text: string;
  readonly values: ReadonlyMap<string, string>;
}

/** The text as one literal; undefined where it is not put together from literals and values alone. */
function withPlaceholders(source: Source, given: SyntaxNode, { placeholder }: Engine): Filled | undefined {
  const { node, pieces } = compose(source, given);
  const texts = pieces.filter((piece) => piece.kind === 'text');
  const codes = pieces.filter((piece) => piece.kind === 'code');
  const [first] = texts;
  if (!first || codes.length === 0 || codes.some(({ format }) => format !== '')) return undefined;
  const { mark } = first.quotes;
  const isPlain = texts.every(({ quotes }) => quotes.mark === mark && /^f?$/.test(quotes.prefix));
  if (!isPlain) return undefined;
  const quotes = { prefix: '', mark };
  const values = new Map<string, string>();
  const units = pieces.flatMap((piece) =>
    piece.kind === 'text'
      ? literalUnits(piece)
      : textPiece(placeholder(nameFor(piece, values)), quotes).units,
  );
  const whole: TextPiece = { kind: 'text', units, quotes, at: first.at, end: first.end };
  // A literal of JavaScript that holds `${` would compute it.
  if (mark === '`' && units.some(({ raw }, i) => raw === '$' && units[i + 1]?.raw === '{')) return undefined;
  return { node, text: render(source, [whole]), values };
}

/** In a formatted literal of Python a brace is written twice. */
const literalUnits = ({ units, quotes }: TextPiece): TextPiece['units'] =>
  quotes.prefix === 'f'
    ? units.map((unit) => (/[{}]/.test(unit.ch) ? { ch: unit.ch, raw: unit.ch } : unit))
    : units;

/** `req.query.name`, `args["name"]`: what the value is called. */
function nameFor({ code }: CodePiece, values: Map<string, string>): string {
  const base = /(?<!\w)\d*([a-zA-Z_]\w*)['"\])]*$/.exec(code)?.[1] ?? 'value';
  const word = reserved.has(base) ? 'value' : base;
  let name = word;
  for (let i = 2; values.has(name) && values.get(name) !== code; i++) name = `${word}${i}`;
  values.set(name, code);
  return name;
}

const reserved = new Set(
  'class def for if in is not and or with from import self none true false loop'.split(' '),
);

function valuesEdit(
  source: Source,
  call: Call,
  { values: where }: Engine,
  values: ReadonlyMap<string, string>,
): Edit | undefined {
  if (where === 'object') {
    const [, context] = call.args;
    const pairs = [...values].map(([name, code]) => (name === code ? name : `${name}: ${code}`)).join(', ');
    if (!context && call.args[0]) {
      const { end } = call.args[0];
      return { at: end, end, text: `, { ${pairs} }` };
    }
    const object = context && bare(context);
    if (object?.type !== 'object') return undefined;
    const last = object.children.at(-1);
    return last ? { at: last.end, end: last.end, text: `, ${pairs}` } : replaced(object, `{ ${pairs} }`);
  }
  const target = where === 'keywords' ? call : renderOf(source, call);
  if (!target?.list || [...values.keys()].some((name) => target.keywords.has(name))) return undefined;
  const isEmpty = target.list.children.length === 0;
  const at = target.list.end - 1;
  const keywords = [...values].map(([name, code]) => `${name}=${code}`).join(', ');
  return { at, end: at, text: isEmpty ? keywords : `, ${keywords}` };
}

/** `Template(text).render(…)`: the call of `render`. */
function renderOf(source: Source, call: Call): Call | undefined {
  const attribute = source.parentOf(call.node);
  const outer = attribute && callOf(source, source.parentOf(attribute));
  return outer?.name === 'render' && outer.receiver === call.node ? outer : undefined;
}

export const fixes: readonly Strategy[] = [templatePlaceholders];
