import type { Expr, Stmt } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import type { SyntaxNode } from '../syntax.ts';
import { fieldOf } from '../syntax.ts';
import { type Context, isToken, longestChain, operands, textOf } from './context.ts';
import { joined } from './logic.ts';

/** What a pattern asks of its subject, and the names it gives to parts of it. A pattern without tests matches all. */
interface Matched {
  readonly tests: Expr[];
  readonly bindings: { readonly node: SyntaxNode; readonly name: string; readonly value: Expr }[];
}

const constants = new Set(['string', 'concatenated_string', 'integer', 'float', 'true', 'false', 'none']);

const equals = (node: SyntaxNode, subject: Expr, value: Expr): Expr => ({
  k: 'binary',
  at: node.at,
  end: node.end,
  op: '==',
  left: subject,
  right: value,
});

/** A test that reads the subject and may come out either way. */
const unknownTest = (node: SyntaxNode, subject: Expr): Expr => ({
  k: 'opaque',
  at: node.at,
  end: node.end,
  parts: [subject],
});

const capture = (node: SyntaxNode, subject: Expr, matched: Matched, context: Context): void => {
  matched.bindings.push({ node, name: textOf(node, context), value: subject });
};

function matchPattern(node: SyntaxNode, subject: Expr, matched: Matched, context: Context): void {
  if (constants.has(node.type)) {
    matched.tests.push(equals(node, subject, context.expression(node)));
    return;
  }
  switch (node.type) {
    case 'case_pattern': {
      const inner = operands(node);
      const negative = node.children.some((child) => child.type === '-');
      if (inner.length === 1 && inner[0] && !negative) matchPattern(inner[0], subject, matched, context);
      else if (inner[0]) matched.tests.push(unknownTest(node, subject));
      return;
    }
    case 'identifier':
      return capture(node, subject, matched, context);
    case 'dotted_name':
      if (node.children.length > 1) matched.tests.push(equals(node, subject, context.expression(node)));
      else capture(node, subject, matched, context);
      return;
    case 'as_pattern': {
      const [pattern, alias] = operands(node);
      if (pattern) matchPattern(pattern, subject, matched, context);
      if (alias) capture(alias, subject, matched, context);
      return;
    }
    case 'union_pattern':
      return matchUnion(node, subject, matched, context);
    case 'tuple_pattern': {
      // `("a" | "b") as x`: brackets without a comma only group.
      const [only, ...others] = operands(node);
      const isGroup = others.length === 0 && !node.children.some((child) => child.type === ',');
      if (only && isGroup) return matchPattern(only, subject, matched, context);
      return matchSequence(node, subject, matched, context);
    }
    case 'list_pattern':
      return matchSequence(node, subject, matched, context);
    case 'dict_pattern':
      return matchMapping(node, subject, matched, context);
    case 'class_pattern':
      return matchClass(node, subject, matched, context);
    case 'splat_pattern': {
      const [name] = operands(node);
      if (name) capture(name, subject, matched, context);
      return;
    }
    default:
      matched.tests.push(unknownTest(node, subject));
  }
}

function matchUnion(node: SyntaxNode, subject: Expr, matched: Matched, context: Context): void {
  const alternatives = operands(node).flatMap((alternative) => {
    const one: Matched = { tests: [], bindings: matched.bindings };
    matchPattern(alternative, subject, one, context);
    return joined(alternative, '&&', one.tests) ?? [];
  });
  const either = joined(node, '||', alternatives);
  if (either) matched.tests.push(either);
}

function matchSequence(node: SyntaxNode, subject: Expr, matched: Matched, context: Context): void {
  matched.tests.push(unknownTest(node, subject));
  operands(node).forEach((item, position) => {
    const { at, end } = item;
    const splat = item.type === 'splat_pattern' || item.children[0]?.type === 'splat_pattern';
    const index: Expr = { k: 'const', at, end, value: position };
    matchPattern(item, splat ? subject : { k: 'index', at, end, object: subject, index }, matched, context);
  });
}

function matchMapping(node: SyntaxNode, subject: Expr, matched: Matched, context: Context): void {
  matched.tests.push(unknownTest(node, subject));
  let key: Expr | undefined;
  for (const child of operands(node)) {
    if (child.field === 'key') key = context.expression(child);
    else if (child.field === 'value' && key) {
      const { at, end } = child;
      const value: Expr =
        key.k === 'const' && typeof key.value === 'string'
          ? { k: 'field', at, end, object: subject, name: key.value }
          : { k: 'index', at, end, object: subject, index: key };
      matchPattern(child, value, matched, context);
    } else if (child.type === 'splat_pattern') matchPattern(child, subject, matched, context);
  }
}

/** `Point(x=0, y=name)`: an `isinstance` and a test of each attribute. Positional parts are read as the subject itself. */
function matchClass(node: SyntaxNode, subject: Expr, matched: Matched, context: Context): void {
  const [cls, ...parts] = operands(node);
  if (!cls) return;
  const { at, end } = cls;
  const callee: Expr = { k: 'var', at, end, name: 'isinstance' };
  matched.tests.push({
    k: 'call',
    at,
    end,
    callee,
    args: [{ value: subject }, { value: context.expression(cls) }],
  });
  for (const part of parts) {
    const keyword = part.children[0]?.type === 'keyword_pattern' ? part.children[0] : undefined;
    const [name, pattern] = keyword ? operands(keyword) : [];
    if (name && pattern) {
      const value: Expr = {
        k: 'field',
        at: name.at,
        end: name.end,
        object: subject,
        name: textOf(name, context),
      };
      matchPattern(pattern, value, matched, context);
    } else if (!keyword) matchPattern(part, subject, matched, context);
  }
}

/** A `match` statement as a chain of `if`s over its subject, which is evaluated once. */
export function lowerMatch(
  node: SyntaxNode,
  context: Context,
  bind: (at: SyntaxNode, name: string, value: Expr) => Stmt,
): readonly Stmt[] {
  const subjects = node.children.filter((child) => child.field === 'subject');
  const [first] = subjects;
  const body = fieldOf(node, 'body');
  if (!first) return [];
  const out: Stmt[] = [];
  let subject: Expr =
    subjects.length === 1
      ? context.expression(first)
      : {
          k: 'array',
          at: first.at,
          end: node.end,
          items: subjects.map((item) => ({ value: context.expression(item) })),
        };
  if (subject.k !== 'var' && (subject.k !== 'field' || dottedName(subject) === undefined)) {
    const name = `match ${first.at}`;
    out.push(bind(first, name, subject));
    subject = { k: 'var', at: first.at, end: first.end, name };
  }
  const clauses = (body?.children ?? []).filter((child) => child.type === 'case_clause');
  let otherwise: Stmt | undefined;
  let length = 0;
  for (const clause of [...clauses].reverse()) {
    otherwise = lowerCase(clause, subject, otherwise, context, bind);
    if (++length % longestChain > 0) continue;
    out.push(otherwise);
    otherwise = undefined;
  }
  if (otherwise) out.push(otherwise);
  return out;
}

/** Names are bound before a guard is tested, as it reads them; a case that then does not hold leaves them behind, as Python's does. */
function lowerCase(
  clause: SyntaxNode,
  subject: Expr,
  otherwise: Stmt | undefined,
  context: Context,
  bind: (at: SyntaxNode, name: string, value: Expr) => Stmt,
): Stmt {
  const { at, end } = clause;
  const matched: Matched = { tests: [], bindings: [] };
  for (const child of clause.children)
    if (!isToken(child) && child.field === '') matchPattern(child, subject, matched, context);
  const bindings: Stmt[] = matched.bindings
    .filter(({ name }) => name !== '_')
    .map(({ node, name, value }) => bind(node, name, value));
  const body: Stmt[] = [];
  const consequence = fieldOf(clause, 'consequence');
  if (consequence) context.statements(consequence.children, body);
  const guard = fieldOf(clause, 'guard');
  const [condition] = guard ? operands(guard) : [];
  if (condition) matched.tests.push(context.expression(condition));
  const test = joined(clause, '&&', matched.tests);
  const then: Stmt = { k: 'block', at, end, body: condition ? body : [...bindings, ...body] };
  if (!test) return then;
  const chosen: Stmt = { k: 'if', at, end, test, then, ...(otherwise && { else: otherwise }) };
  return condition && bindings.length > 0 ? { k: 'block', at, end, body: [...bindings, chosen] } : chosen;
}
