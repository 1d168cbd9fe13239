import type { Declare, Expr, Field, Index, Pattern, Stmt, Try, TypeRef } from '../../ir/ir.ts';
import { append } from '../append.ts';
import type { SyntaxNode } from '../syntax.ts';
import { childOf, fieldOf, fieldsOf } from '../syntax.ts';
import { lowerClass } from './classes.ts';
import { type Context, isToken, longestChain, operands, textOf } from './context.ts';
import { lowerFunction } from './functions.ts';
import { lowerMatch } from './matching.ts';
import { lowerTarget, namesOf } from './targets.ts';

type Lower = (node: SyntaxNode, context: Context, out: Stmt[]) => void;

function block(node: SyntaxNode | undefined, context: Context): Stmt {
  const body: Stmt[] = [];
  if (node) context.statements(node.children, body);
  return { k: 'block', at: node?.at ?? 0, end: node?.end ?? 0, body };
}

const evaluate = (value: Expr): Stmt => ({ k: 'expr', at: value.at, end: value.end, value });

/** Whether a target's names are this function's own: `global` and `nonlocal` names are not. */
const isOuter = (target: Pattern, context: Context): boolean =>
  context.frame.outer.size > 0 && namesOf(target).some((name) => context.frame.outer.has(name));

/** Binds a target to a value: a declaration of the names it holds, or an assignment to what lies outside. */
export function bind(node: SyntaxNode, target: Pattern, value: Expr, context: Context, type?: TypeRef): Stmt {
  const { at, end } = node;
  if (target.k === 'field' || target.k === 'index' || isOuter(target, context))
    return { k: 'expr', at, end, value: { k: 'assign', at, end, target, value } };
  return { k: 'declare', at, end, target, scope: 'function', init: value, ...(type && { type }) };
}

/** A place that can be read as well as assigned to. */
const isPlace = (target: Pattern): target is Field | Index | Extract<Pattern, { k: 'var' }> =>
  target.k === 'var' || target.k === 'field' || target.k === 'index';

/** `a = b = value`, from the right: each further target takes what the one before it holds. */
const assignment: Lower = (node, context, out) => {
  const targets: SyntaxNode[] = [];
  let current = node;
  let right: SyntaxNode | undefined;
  let annotation: SyntaxNode | undefined;
  for (;;) {
    const left = fieldOf(current, 'left');
    if (left) targets.push(left);
    annotation ??= fieldOf(current, 'type');
    right = fieldOf(current, 'right');
    if (right?.type !== 'assignment') break;
    current = right;
  }
  const type = annotation && context.type(annotation);
  if (!right) {
    const target = targets[0] && lowerTarget(targets[0], context);
    if (target?.k === 'var' && !isOuter(target, context))
      out.push({
        k: 'declare',
        at: node.at,
        end: node.end,
        target,
        scope: 'function',
        ...(type && { type }),
      });
    return;
  }
  let value: Expr = context.expression(right);
  if (right.type === 'augmented_assignment') augmented(right, context, out);
  for (const written of targets.reverse()) {
    const target = lowerTarget(written, context);
    if (target.k === 'var' && isImportFallback(target.name, value, context)) continue;
    out.push(bind(node, target, value, context, type));
    if (isPlace(target)) value = target;
  }
};

/** `yaml = None` beside `import yaml`: the import is what the code below means. */
const isImportFallback = (name: string, value: Expr, context: Context): boolean =>
  context.frame.index === 0 &&
  value.k === 'const' &&
  typeof value.value !== 'string' &&
  context.imported.has(name);

const augmented: Lower = (node, context, out) => {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  if (!left || !right) return;
  const target = lowerTarget(left, context);
  const operator = fieldOf(node, 'operator');
  const op = operator ? textOf(operator, context).slice(0, -1) : '+';
  const { at, end } = node;
  const value: Expr = {
    k: 'assign',
    at,
    end,
    target,
    op: op === '@' ? '*' : op,
    value: context.expression(right),
  };
  if (target.k === 'var' && !isOuter(target, context)) context.frame.hoisted.add(target.name);
  out.push(evaluate(value));
};

const expression: Lower = (node, context, out) => {
  for (const child of operands(node)) {
    if (child.type === 'assignment') assignment(child, context, out);
    else if (child.type === 'augmented_assignment') augmented(child, context, out);
    else if (child.type !== 'string') out.push(evaluate(context.expression(child)));
  }
};

/** An `if` with its `elif`s. */
const conditional: Lower = (node, context, out) => {
  const alternatives = fieldsOf(node, 'alternative');
  let otherwise: Stmt | undefined;
  let length = 0;
  for (const alternative of [...alternatives].reverse()) {
    if (alternative.type === 'else_clause') otherwise = block(fieldOf(alternative, 'body'), context);
    else if (alternative.type === 'elif_clause') {
      const inner = branch(alternative, otherwise, context);
      if (++length % longestChain === 0) {
        out.push(inner);
        otherwise = undefined;
      } else otherwise = inner;
    }
  }
  out.push(branch(node, otherwise, context));
};

function branch(node: SyntaxNode, otherwise: Stmt | undefined, context: Context): Stmt {
  const condition = fieldOf(node, 'condition');
  const test: Expr = condition
    ? context.expression(condition)
    : { k: 'opaque', at: node.at, end: node.at, parts: [] };
  const then = block(fieldOf(node, 'consequence'), context);
  return { k: 'if', at: node.at, end: node.end, test, then, ...(otherwise && { else: otherwise }) };
}

/** The `else` of a loop runs unless the loop is left by `break`: here, always. */
function loopElse(node: SyntaxNode, context: Context, out: Stmt[]): void {
  const alternative = fieldOf(node, 'alternative');
  const body = alternative && fieldOf(alternative, 'body');
  if (body) out.push(block(body, context));
}

const whileLoop: Lower = (node, context, out) => {
  const condition = fieldOf(node, 'condition');
  out.push({
    k: 'loop',
    at: node.at,
    end: node.end,
    ...(condition && { test: context.expression(condition) }),
    body: block(fieldOf(node, 'body'), context),
    testFirst: true,
  });
  loopElse(node, context, out);
};

const forLoop: Lower = (node, context, out) => {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  if (!left || !right) return context.statements(operands(node), out);
  const iterable = context.expression(right);
  const target = lowerTarget(left, context);
  const declared: Declare | Pattern =
    target.k === 'field' || target.k === 'index' || isOuter(target, context)
      ? target
      : { k: 'declare', at: left.at, end: left.end, target, scope: 'function' };
  const body = block(fieldOf(node, 'body'), context);
  out.push({ k: 'foreach', at: node.at, end: node.end, target: declared, iterable, over: 'values', body });
  loopElse(node, context, out);
};

/** `with e as x`: x is what e gives on entering, then the body, then e is left. */
const withStatement: Lower = (node, context, out) => {
  const left: Stmt[] = [];
  for (const clause of node.children) {
    if (clause.type === 'with_clause') for (const item of clause.children) withItem(item, context, out, left);
  }
  const body = fieldOf(node, 'body');
  if (left.length === 0) {
    if (body) context.statements(body.children, out);
    return;
  }
  const { at, end } = node;
  const finalizer: Stmt = { k: 'block', at, end, body: left.toReversed() };
  out.push({ k: 'try', at, end, block: block(body, context), handlers: [], finalizer });
};

/** What is made where it is entered: `Transaction(…)`, but not `open(…)` or `lock`. */
const makesManager = (subject: SyntaxNode, context: Context): boolean =>
  subject.type === 'call' && /(?:^|\.)[A-Z]\w*$/.test(textOf(operands(subject)[0] ?? subject, context));

function withItem(item: SyntaxNode, context: Context, out: Stmt[], left: Stmt[]): void {
  let value = fieldOf(item, 'value') ?? operands(item)[0];
  const [inner] = value?.type === 'parenthesized_expression' ? operands(value) : [];
  if (inner?.type === 'as_pattern') value = inner;
  if (!value) return;
  const alias = value.type === 'as_pattern' ? fieldOf(value, 'alias') : undefined;
  const subject = value.type === 'as_pattern' ? operands(value)[0] : value;
  if (!subject) return;
  let lowered = context.expression(subject);
  if (makesManager(subject, context)) {
    const { at, end } = subject;
    const manager = (): Extract<Expr, { k: 'var' }> => ({ k: 'var', at, end, name: `with ${at}` });
    const asked = (name: string): Expr => ({
      k: 'call',
      at,
      end,
      callee: { k: 'field', at, end, object: manager(), name },
      args: [],
    });
    out.push({ k: 'declare', at, end, target: manager(), scope: 'function', init: lowered });
    lowered = asked('__enter__');
    left.push(evaluate(asked('__exit__')));
  }
  out.push(alias ? bind(item, lowerTarget(alias, context), lowered, context) : evaluate(lowered));
}

const tryStatement: Lower = (node, context, out) => {
  const body: Stmt[] = [];
  const handlers: Try['handlers'][number][] = [];
  let finalizer: Stmt | undefined;
  const main = fieldOf(node, 'body');
  if (main) context.statements(main.children, body);
  for (const clause of node.children) {
    if (clause.type === 'except_clause') handlers.push(handler(clause, context));
    else if (clause.type === 'else_clause') {
      const otherwise = fieldOf(clause, 'body');
      if (otherwise) context.statements(otherwise.children, body);
    } else if (clause.type === 'finally_clause') finalizer = block(childOf(clause, 'block'), context);
  }
  const tried: Stmt = { k: 'block', at: main?.at ?? node.at, end: main?.end ?? node.end, body };
  out.push({ k: 'try', at: node.at, end: node.end, block: tried, handlers, ...(finalizer && { finalizer }) });
};

function handler(clause: SyntaxNode, context: Context): Try['handlers'][number] {
  const value = fieldOf(clause, 'value');
  const caught = value?.type === 'as_pattern' ? operands(value)[0] : value;
  const alias =
    fieldOf(clause, 'alias') ?? (value?.type === 'as_pattern' ? fieldOf(value, 'alias') : undefined);
  const written = caught?.type === 'tuple' ? operands(caught) : caught ? [caught] : [];
  const types = written.map((type) => context.type(type)).filter((type) => type !== undefined);
  const body = block(childOf(clause, 'block'), context);
  return { body, ...(alias && { param: lowerTarget(alias, context) }), ...(types.length > 0 && { types }) };
}

const returned: Lower = (node, context, out) => {
  const [value] = operands(node);
  const { at, end } = node;
  out.push(value ? { k: 'return', at, end, value: context.expression(value) } : { k: 'return', at, end });
};

const raised: Lower = (node, context, out) => {
  const [value] = operands(node).filter((child) => child.field !== 'cause');
  const { at, end } = node;
  out.push(value ? { k: 'throw', at, end, value: context.expression(value) } : { k: 'throw', at, end });
};

/** `assert test, message` is `if not test: raise message`. */
const assertion: Lower = (node, context, out) => {
  const [test, message] = operands(node);
  if (!test) return;
  const { at, end } = node;
  const thrown: Stmt = message
    ? { k: 'throw', at, end, value: context.expression(message) }
    : { k: 'throw', at, end };
  const failed: Expr = { k: 'unary', at: test.at, end: test.end, op: '!', operand: context.expression(test) };
  out.push({ k: 'if', at, end, test: failed, then: { k: 'block', at, end, body: [thrown] } });
};

const deletion: Lower = (node, context, out) => {
  for (const child of operands(node)) {
    for (const target of child.type === 'expression_list' ? operands(child) : [child]) {
      const operand = context.expression(target);
      out.push(evaluate({ k: 'unary', at: operand.at, end: operand.end, op: 'delete', operand }));
    }
  }
};

/** A name under `global` is the module's even where the module's own body never binds it. */
const outerNames: Lower = (node, context) => {
  for (const child of operands(node)) {
    if (child.type !== 'identifier') continue;
    const name = textOf(child, context);
    context.frame.outer.add(name);
    if (node.type === 'global_statement' && !context.imported.has(name)) context.globals.add(name);
  }
};

/** Python 2's statements, as the calls they became. */
const legacyCall =
  (name: string): Lower =>
  (node, context, out) => {
    const args = operands(node)
      .filter((child) => child.type !== 'chevron')
      .map((child) => ({ value: context.expression(child) }));
    const callee: Expr = { k: 'var', at: node.at, end: node.at + name.length, name };
    out.push(evaluate({ k: 'call', at: node.at, end: node.end, callee, args }));
  };

/** In a body itself a definition is a declaration; further inside it is an assignment of its name. */
function define(node: SyntaxNode, decorators: readonly SyntaxNode[], context: Context, out: Stmt[]): void {
  const written = fieldOf(node, 'name');
  const name = written ? textOf(written, context) : '';
  const { at, end } = node;
  const target: Pattern = { k: 'var', at: written?.at ?? at, end: written?.end ?? at, name };
  if (node.type === 'class_definition') {
    const cls = lowerClass(node, decorators, context);
    if (isOuter(target, context)) out.push(bind(node, target, { k: 'class', at, end, cls }, context));
    else out.push({ k: 'classDeclaration', at, end, name, cls });
    return;
  }
  const fn = lowerFunction(node, decorators, undefined, context);
  if (isOuter(target, context)) out.push(bind(node, target, { k: 'function', at, end, fn }, context));
  else out.push({ k: 'functionDeclaration', at, end, name, fn, hoisted: false });
}

const definition: Lower = (node, context, out) => define(node, [], context, out);

const decorated: Lower = (node, context, out) => {
  const inner = fieldOf(node, 'definition');
  if (inner)
    define(
      inner,
      node.children.filter((child) => child.type === 'decorator'),
      context,
      out,
    );
};

const jump =
  (k: 'break' | 'continue'): Lower =>
  (node, _context, out) => {
    out.push({ k, at: node.at, end: node.end });
  };

const nothing: Lower = () => undefined;

const broken: Lower = (node, context, out) => context.statements(operands(node), out);

const match: Lower = (node, context, out) => {
  const capture = (at: SyntaxNode, name: string, value: Expr): Stmt =>
    bind(at, { k: 'var', at: at.at, end: at.end, name }, value, context);
  append(out, lowerMatch(node, context, capture));
};

const lowerings: ReadonlyMap<string, Lower> = new Map<string, Lower>([
  ['expression_statement', expression],
  ['if_statement', conditional],
  ['while_statement', whileLoop],
  ['for_statement', forLoop],
  ['with_statement', withStatement],
  ['try_statement', tryStatement],
  ['match_statement', match],
  ['return_statement', returned],
  ['raise_statement', raised],
  ['assert_statement', assertion],
  ['delete_statement', deletion],
  ['global_statement', outerNames],
  ['nonlocal_statement', outerNames],
  ['print_statement', legacyCall('print')],
  ['exec_statement', legacyCall('exec')],
  ['function_definition', definition],
  ['class_definition', definition],
  ['decorated_definition', decorated],
  ['break_statement', jump('break')],
  ['continue_statement', jump('continue')],
  ['pass_statement', nothing],
  ['import_statement', nothing],
  ['import_from_statement', nothing],
  ['future_import_statement', nothing],
  ['type_alias_statement', nothing],
  ['ERROR', broken],
  ['block', broken],
  ['assignment', assignment],
  ['augmented_assignment', augmented],
]);

export function lowerStatements(nodes: readonly SyntaxNode[], context: Context, out: Stmt[]): void {
  for (const node of nodes) {
    const lower = lowerings.get(node.type);
    if (lower) lower(node, context, out);
    else if (!isToken(node)) out.push(evaluate(context.expression(node)));
  }
}
