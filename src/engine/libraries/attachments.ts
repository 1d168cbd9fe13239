import { isModule } from '../dataflow/calls/unmodelled.ts';
import type { Invocation } from '../dataflow/interpreter/machine.ts';
import type { Call, Expr, FunctionIR, Node, Stmt } from '../ir/ir.ts';
import { settingsOf } from '../ir/settings.ts';
import { dottedName, type IRNode, walk } from '../ir/walk.ts';
import type { LibraryHooks } from './hooks.ts';

/**
 * Whether an answer is saved as a file rather than shown: on every way to the place, or from it on, the function sets
 * `Content-Disposition: attachment` (RFC 6266). It may stand before or behind what it is about.
 */
function isSaved({ site, receiver: value, receiverExpr }: Invocation): boolean {
  const { ir } = site.frame.fn;
  const found = attachmentsIn(ir);
  if (found.length === 0) return false;
  const receiver = receiverExpr && !isModule(value) ? rootOf(receiverExpr) : undefined;
  const straight = straightLine(ir.body, site.node);
  const isOfIt = ({ of, node }: Attachment): boolean =>
    of === undefined || receiver === undefined || of === receiver || isWithin(node, site.node);
  return found.some((one) => isOfIt(one) && straight.some((statement) => isWithin(one.node, statement)));
}

/** Answers of all frameworks: HTTP says what the header means. */
export const attachments: LibraryHooks = { isSaved };

interface Attachment {
  readonly node: Node;
  /** What the call begins with that sets it: another request may have such a header, too. Undefined outside of calls. */
  readonly of: string | undefined;
}

const known = new WeakMap<FunctionIR, readonly Attachment[]>();

function attachmentsIn(ir: FunctionIR): readonly Attachment[] {
  let found = known.get(ir);
  if (!found) {
    found = findAttachments(ir);
    known.set(ir, found);
  }
  return found;
}

function findAttachments(ir: FunctionIR): readonly Attachment[] {
  const headers: Node[] = [];
  const calls: Call[] = [];
  const begins = (value: Expr | undefined): boolean =>
    value !== undefined && /^attachment\b/i.test(beginningOf(value, ir) ?? '');
  const look = (node: IRNode): undefined => {
    if (node.k === 'object') {
      for (const { key, value } of node.props) if (isHeader(key) && begins(value)) headers.push(value);
    } else if (node.k === 'assign') {
      const { target, value } = node;
      const name = target.k === 'index' ? target.index : target.k === 'field' ? target.name : undefined;
      if (isHeader(name) && begins(value)) headers.push(value);
    } else if (node.k === 'call') {
      calls.push(node);
      const at = node.args.findIndex(({ value }) => isHeader(value));
      const isSet = at >= 0 && begins(node.args[at + 1]?.value);
      if (isSet || (node.callee.k === 'field' && node.callee.name === 'attachment')) headers.push(node);
    }
    return undefined;
  };
  for (const statement of ir.body) walk(statement, look);
  return headers.map((node) => {
    const [innermost] = calls
      .filter((call) => isWithin(node, call))
      .toSorted((a, b) => a.end - a.at - (b.end - b.at));
    return { node, of: innermost && (rootOf(innermost.callee) ?? '') };
  });
}

function isHeader(name: string | Expr | undefined): boolean {
  if (name === undefined) return false;
  if (typeof name === 'string') return /^content-disposition$/i.test(name);
  if (name.k === 'const') return typeof name.value === 'string' && isHeader(name.value);
  return /(?:^|\.)HttpHeaders\.CONTENT_DISPOSITION$/.test(dottedName(name) ?? '');
}

/** The constant that a text begins with. */
function beginningOf(value: Expr, ir: FunctionIR, depth = 4): string | undefined {
  if (depth === 0) return undefined;
  switch (value.k) {
    case 'const':
      return typeof value.value === 'string' ? value.value : undefined;
    case 'template':
      return value.parts[0] && beginningOf(value.parts[0], ir, depth - 1);
    case 'binary':
      return beginningOf(value.left, ir, depth - 1);
    case 'array':
      return value.items[0] && beginningOf(value.items[0].value, ir, depth - 1);
    case 'call': {
      // `String.format("attachment; …", name)`, `"attachment; …".format(name)`
      const [first] = value.args;
      const own = value.callee.k === 'field' ? beginningOf(value.callee.object, ir, depth - 1) : undefined;
      if (own !== undefined) return own;
      const isBuilt = /(?:^|\.)ContentDisposition\.attachment$/.test(dottedName(value.callee) ?? '');
      return isBuilt ? 'attachment' : first && beginningOf(first.value, ir, depth - 1);
    }
    case 'var': {
      const set = settingsOf(value.name, ir);
      return set.length === 1 && set[0] ? beginningOf(set[0], ir, depth - 1) : undefined;
    }
    default:
      return undefined;
  }
}

/** The statements that run whenever the one around a place does, without those that only one branch of them has. */
function straightLine(statements: readonly Stmt[], place: Node): readonly Node[] {
  const found: Node[] = [];
  for (const statement of statements) {
    const parts = partsOf(statement);
    if (parts === undefined) found.push(statement);
    else if (statement.k === 'block') found.push(...straightLine(statement.body, place));
    else if (statement.k === 'try') found.push(...straightLine([statement.block], place));
    for (const part of parts ?? [])
      if (statement.k !== 'block' && isWithin(place, part)) found.push(...straightLine([part], place));
  }
  return found;
}

/** The statements within a statement; undefined where there are none. */
function partsOf(statement: Stmt): readonly Stmt[] | undefined {
  switch (statement.k) {
    case 'block':
      return statement.body;
    case 'if':
      return statement.else ? [statement.then, statement.else] : [statement.then];
    case 'loop':
    case 'foreach':
    case 'labeled':
      return [statement.body];
    case 'switch':
      return statement.cases.flatMap(({ body }) => body);
    case 'try':
      return statement.handlers.map(({ body }) => body);
    default:
      return undefined;
  }
}

const isWithin = (inner: Node, outer: Node): boolean => inner.at >= outer.at && inner.end <= outer.end;

/** The variable that a chain of calls begins with. */
function rootOf(expr: Expr): string | undefined {
  let at = expr;
  while (at.k === 'field' || at.k === 'call') at = at.k === 'field' ? at.object : at.callee;
  return at.k === 'var' ? at.name : undefined;
}
