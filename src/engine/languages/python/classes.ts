import type { ClassIR, Expr, FieldDefinition, Stmt } from '../../ir/ir.ts';
import type { SyntaxNode } from '../syntax.ts';
import { fieldOf } from '../syntax.ts';
import { type Context, operands, textOf } from './context.ts';
import { addFunction, lowerDecorators, lowerFunction, lowerMetadata } from './functions.ts';
import { qualifiedClassName } from './names.ts';

interface Members {
  readonly fields: FieldDefinition[];
  readonly methods: number[];
  /** Statements of the class body that are no definitions: they run once, when the class is made. */
  readonly loose: SyntaxNode[];
}

/** Statements whose blocks may define members as well: `if sys.version_info`, `try: import`. */
const holders = new Set([
  'if_statement',
  'elif_clause',
  'else_clause',
  'try_statement',
  'except_clause',
  'finally_clause',
  'with_statement',
  'block',
  'ERROR',
]);

function addAssignment(node: SyntaxNode, members: Members, context: Context): void {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  const annotation = fieldOf(node, 'type');
  if (left?.type !== 'identifier') {
    members.loose.push(node);
    return;
  }
  const type = annotation && context.type(annotation);
  // `a = b = value`: the inner assignment adds what follows it in turn.
  if (right?.type === 'assignment') addAssignment(right, members, context);
  let value = right;
  while (value?.type === 'assignment') value = fieldOf(value, 'right');
  members.fields.push({
    at: node.at,
    end: node.end,
    name: textOf(left, context),
    isStatic: true,
    decorators: annotation ? lowerMetadata(annotation, context) : [],
    ...(type && { type }),
    ...(value && { init: context.expression(value) }),
  });
}

function addDefinition(
  node: SyntaxNode,
  decorators: readonly SyntaxNode[],
  cls: number,
  members: Members,
  context: Context,
): void {
  if (node.type === 'function_definition') {
    members.methods.push(lowerFunction(node, decorators, cls, context));
    return;
  }
  const name = fieldOf(node, 'name');
  const inner = lowerClass(node, decorators, context);
  members.fields.push({
    at: node.at,
    end: node.end,
    name: name ? textOf(name, context) : '',
    isStatic: true,
    decorators: [],
    init: { k: 'class', at: node.at, end: node.end, cls: inner },
  });
}

function collect(nodes: readonly SyntaxNode[], cls: number, members: Members, context: Context): void {
  for (const node of nodes) {
    if (node.type === 'function_definition' || node.type === 'class_definition')
      addDefinition(node, [], cls, members, context);
    else if (node.type === 'decorated_definition') {
      const inner = fieldOf(node, 'definition');
      const decorators = node.children.filter((child) => child.type === 'decorator');
      if (inner) addDefinition(inner, decorators, cls, members, context);
    } else if (node.type === 'expression_statement') {
      for (const child of operands(node)) {
        if (child.type === 'assignment') addAssignment(child, members, context);
        else if (child.type !== 'string') members.loose.push(child);
      }
    } else if (holders.has(node.type)) collect(operands(node), cls, members, context);
    else if (node.type === 'for_statement' || node.type === 'delete_statement') members.loose.push(node);
  }
}

/** Bases whose subclasses are fixed sets of values. */
const enums = /^(?:Int|Str)?(?:Enum|Flag)$|^(?:Text|Integer)Choices$/;
const isEnum = (base: Expr): boolean => (base.k === 'var' || base.k === 'field') && enums.test(base.name);

/** Base classes as expressions; what a generic one is of is left out: `Base[T]` is `Base`. */
function basesOf(node: SyntaxNode, context: Context): Expr[] {
  const list = fieldOf(node, 'superclasses');
  return (list ? operands(list) : [])
    .filter((base) => base.type !== 'keyword_argument')
    .flatMap((base) =>
      madeOf(context.expression((base.type === 'subscript' && fieldOf(base, 'value')) || base)),
    );
}

/** Calls that make a base: `Manager.from_queryset(BookQuerySet)` has the methods of both, `with_metaclass(Meta, Base)` those of `Base`. */
function madeOf(base: Expr): Expr[] {
  if (base.k !== 'call') return [base];
  const given = base.args.filter(({ name }) => name === undefined).map(({ value }) => value);
  const { callee } = base;
  if (callee.k === 'field' && callee.name === 'from_queryset') return [callee.object, ...given.slice(0, 1)];
  const isMeta = (callee.k === 'field' || callee.k === 'var') && callee.name === 'with_metaclass';
  return isMeta && given.length > 1 ? given.slice(1) : [base];
}

/**
 * A class with its bases as expressions. What stands in its body besides definitions becomes a static initializer.
 * @returns its index in `ModuleIR.classes`
 */
export function lowerClass(
  node: SyntaxNode,
  decoratorNodes: readonly SyntaxNode[],
  context: Context,
): number {
  const written = fieldOf(node, 'name');
  const name = written ? textOf(written, context) : '';
  const supers = basesOf(node, context);
  const index = context.classes.length;
  const fields: FieldDefinition[] = [];
  const methods: number[] = [];
  const ir: ClassIR = {
    at: node.at,
    end: node.end,
    index,
    name,
    qualifiedName: qualifiedClassName(name, context),
    kind: supers.some(isEnum) ? 'enum' : 'class',
    supers,
    fields,
    methods,
    decorators: lowerDecorators(decoratorNodes, context),
    parent: context.frame.index,
  };
  context.classes.push(ir);
  context.classNames.push(name);
  const members: Members = { fields, methods, loose: [] };
  const body = fieldOf(node, 'body');
  if (body) collect(body.children, index, members, context);
  if (members.loose.length > 0) methods.push(initializer(node, index, members.loose, context));
  context.classNames.pop();
  return index;
}

function initializer(node: SyntaxNode, cls: number, loose: readonly SyntaxNode[], context: Context): number {
  const signature = {
    kind: 'initializer',
    name: '',
    nameAt: node.at,
    params: [],
    decorators: [],
    returnType: undefined,
    cls,
    isStatic: true,
    isAsync: false,
  } as const;
  return addFunction(node, signature, context, (out: Stmt[]) => context.statements(loose, out));
}
