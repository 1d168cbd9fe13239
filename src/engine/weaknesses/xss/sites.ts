import type { Finding } from '../../finding.ts';
import { bare, callOf } from '../../fixes/calls.ts';
import { variableOf } from '../../fixes/scope.ts';
import { type Source, walk } from '../../fixes/source.ts';
import { compose } from '../../fixes/text/compose.ts';
import { type CodePiece, type Composed, plainText } from '../../fixes/text/pieces.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { statementRoots } from '../sql-injection/parameterise.ts';

/** An expression whose value becomes part of a page, and the markup before it. */
export interface Site {
  readonly node: SyntaxNode;
  readonly before: string;
  /** It stood in a formatted literal, so that it may be no text yet. */
  readonly embedded: boolean;
}

/** Where values enter a text of markup: in the expression, in the local name behind it, in the parts of a list. */
export function sitesOf(source: Source, expression: SyntaxNode, finding: Finding): Site[] {
  const sources = finding.codeFlows.flatMap(({ steps }) => {
    const [first] = steps;
    return first && first.file === source.path ? [source.offsetsOf(first.range)] : [];
  });
  return within(source, unwrapped(source, expression), sources, 0);
}

type Place = { readonly at: number; readonly end: number };

function within(source: Source, expression: SyntaxNode, sources: readonly Place[], depth: number): Site[] {
  const behind = statementRoots(source, expression) ?? [compose(source, expression)];
  // A name for one value is treated where it is used: what else reads it wants it as it is.
  const roots = behind.every(({ pieces }) => pieces.length === 1 && pieces[0]?.kind === 'code')
    ? [compose(source, expression)]
    : behind;
  const whole = roots.length === 1 && roots[0]?.pieces.length === 1;
  return roots.flatMap((root) => inRoot(source, root, sources, depth, whole));
}

function inRoot(
  source: Source,
  root: Composed,
  sources: readonly Place[],
  depth: number,
  whole: boolean,
): Site[] {
  let before = '';
  return root.pieces.flatMap((piece) => {
    if (piece.kind === 'text') {
      before += plainText(piece.units);
      return [];
    }
    const found = inPiece(source, piece, before, sources, depth, whole);
    before += 'x';
    return found;
  });
}

function inPiece(
  source: Source,
  piece: CodePiece,
  before: string,
  sources: readonly Place[],
  depth: number,
  whole: boolean,
): Site[] {
  const node = bare(piece.node);
  const asserted = source.parentOf(piece.node);
  // `text!`: the assertion is about the value, and not about what it is escaped to.
  const outer = asserted?.type === 'non_null_expression' ? asserted : piece.node;
  const site: Site = { node: outer, before, embedded: piece.embedded };
  if (/^jsx_|^array|^list|^object$/.test(node.type) || isJoined(source, node)) return [];
  if (/^(?:number|integer|float|true|false|none|null|decimal_integer_literal)$/.test(node.type) || depth > 4)
    return [];
  if (node.type === 'ternary_expression' || node.type === 'conditional_expression') {
    const branches = node.children.filter(
      (child) => child.field === 'consequence' || child.field === 'alternative',
    );
    const parts = branches.length === 2 ? branches : [];
    if (parts.some((part) => hasMarkup(source, part)))
      return parts.flatMap((part) => within(source, part, sources, depth + 1));
  }
  const inner = markupIn(source, node);
  if (inner.length > 0) return inner.flatMap((one) => within(source, one, sources, depth + 1));
  if (node.type === 'identifier') {
    const value = variableOf(source, node)?.writes;
    const sole = value?.length === 1 ? value[0]?.value : undefined;
    if (sole && hasMarkup(source, sole)) return within(source, sole, sources, depth + 1);
  }
  const call = callOf(source, node);
  if (
    call &&
    whole &&
    !/^(?:get|getParameter|getHeader|get_argument|trim|strip|toString|decodeURIComponent|decodeURI|String|str)$/.test(
      call.name,
    )
  ) {
    const args = call.args.filter((arg) => sources.some(({ at, end }) => arg.at <= at && end <= arg.end));
    if (args.length > 0) return args.flatMap((arg) => within(source, arg, sources, depth + 1));
  }
  return [site];
}

/** A list that was put together elsewhere: its parts may be markup. */
function isJoined(source: Source, node: SyntaxNode): boolean {
  const call = callOf(source, node);
  if (call?.name !== 'join' || !call.receiver) return false;
  return source.language === 'python'
    ? call.args[0]?.type === 'identifier'
    : call.receiver.type === 'identifier';
}

/** The outermost texts with markup inside an expression that is none itself: in a callback, say. */
function markupIn(source: Source, node: SyntaxNode): SyntaxNode[] {
  const result: SyntaxNode[] = [];
  for (const one of walk(node)) {
    if (!/^(?:string|string_literal|template_string|concatenated_string)$/.test(one.type)) continue;
    if (!/<\w/.test(source.textOf(one))) continue;
    let outer = one;
    for (
      let parent = source.parentOf(outer);
      parent && parent.at >= node.at && parent !== node && /^binary/.test(parent.type);
      parent = source.parentOf(outer)
    )
      outer = parent;
    if (outer !== node && !result.some((known) => known.at <= outer.at && outer.end <= known.end))
      result.push(outer);
  }
  return result;
}

const hasMarkup = (source: Source, node: SyntaxNode): boolean =>
  [...walk(node)].some(
    (one) => /^(?:string|string_literal|template_string)$/.test(one.type) && /<\w/.test(source.textOf(one)),
  );

/** The text that is turned into bytes. */
export function unwrapped(source: Source, expression: SyntaxNode): SyntaxNode {
  const node = bare(expression);
  const call = callOf(source, node);
  if (call?.receiver && /^(?:getBytes|encode)$/.test(call.name)) return unwrapped(source, call.receiver);
  const [first] = call?.args ?? [];
  if (call && first && source.textOf(node).startsWith('Buffer.from(')) return unwrapped(source, first);
  return node;
}

/** How far before a value its attribute begins, in code that people write. */
const longestAttribute = 10_000;

/** Why escaping for HTML is not enough where a value stands; undefined where it is. */
export function unsafeContext(text: string): string | undefined {
  if (isInScript(text))
    return 'The value stands inside a script, where escaping for HTML does not help: pass it as data, in an attribute or as JSON.';
  const before = text.slice(-longestAttribute);
  if (/\son\w+\s*=(?:\s*["'])?[^"'>]*$/i.test(before))
    return 'The value stands inside an event handler, where escaping for HTML does not help: attach the handler in a script.';
  if (/\b(?:href|src|action|formaction)\s*=\s*["']?$/i.test(before))
    return 'The value is the beginning of an address, where `javascript:` does harm without any special character: check the address first.';
  if (/<[^>]*\s[\w-]+\s*=\s*$/.test(before))
    return 'The value stands in an attribute without quotation marks: add them first.';
  return undefined;
}

function isInScript(before: string): boolean {
  const closed = [...before.matchAll(/<\/script/gi)].at(-1)?.index ?? 0;
  const opened = before.slice(closed).search(/<script\b/i);
  return opened !== -1 && before.includes('>', closed + opened);
}

/** The field of an assignment to a property, such as `innerHTML`. */
export function assignedTo(
  source: Source,
  property: SyntaxNode,
): { target: SyntaxNode; value: SyntaxNode } | undefined {
  const target = source.around(property, 'member_expression', 'field_access', 'attribute');
  const assignment = target && source.parentOf(target);
  const value = assignment && fieldOf(assignment, 'right');
  if (!assignment?.type.includes('assignment') || !value || fieldOf(assignment, 'left') !== target)
    return undefined;
  return { target, value };
}
