import { childOf, fieldOf, fieldsOf, type SyntaxNode } from '../syntax.ts';
import type { Shape, Shaper, Term, TermShapes } from '../term.ts';

const unwrapped: Shape = (node, shaper, field) => shaper.list(node.children, field);

const list =
  (kind: string, of: string): Shape =>
  (node, shaper, field) =>
    shaper.make(kind, node, field, shaper.list(node.children, of));

const operatorOf = (node: SyntaxNode, shaper: Shaper): string => {
  const operator = fieldOf(node, 'operator');
  return operator ? shaper.textOf(operator) : '';
};

const operation =
  (kind: string): Shape =>
  (node, shaper, field) =>
    shaper.make(
      kind,
      node,
      field,
      [...shaper.under(node, 'left'), ...shaper.under(node, 'right'), ...shaper.under(node, 'operand')],
      operatorOf(node, shaper),
    );

const member = (
  node: SyntaxNode,
  object: SyntaxNode | undefined,
  name: SyntaxNode | undefined,
  shaper: Shaper,
  field: string,
): Term =>
  shaper.make('member', node, field, [...shaper.each(object, 'object'), ...shaper.word(name, 'property')]);

const argumentsOf = (node: SyntaxNode, shaper: Shaper): Term[] =>
  shaper.list(fieldOf(node, 'arguments')?.children ?? [], 'argument');

const call: Shape = (node, shaper, field) => {
  const object = fieldOf(node, 'object');
  const name = fieldOf(node, 'name');
  const callee = object
    ? [member({ ...node, end: name?.end ?? node.end }, object, name, shaper, 'callee')]
    : shaper.each(name, 'callee');
  return shaper.make('call', node, field, [...callee, ...argumentsOf(node, shaper)]);
};

/** Keywords and annotations, each by itself. */
const modifiersOf = (node: SyntaxNode, shaper: Shaper): Term[] =>
  (childOf(node, 'modifiers')?.children ?? []).flatMap((child) =>
    child.children.length === 0 ? [shaper.leaf('word', child, 'modifier')] : shaper.each(child, 'modifier'),
  );

const annotation: Shape = (node, shaper, field) =>
  shaper.make('annotation', node, field, [
    ...shaper.word(fieldOf(node, 'name'), 'name'),
    ...argumentsOf(node, shaper),
  ]);

/** What a declaration brings, each variable by itself. */
const declaration: Shape = (node, shaper, field) => {
  const declarators = fieldsOf(node, 'declarator');
  return declarators.flatMap((one): readonly Term[] => {
    const [name] = shaper.under(one, 'name', 'left');
    if (name?.kind === 'ellipsis') return [{ ...name, field }];
    return [
      shaper.make('declare', declarators.length === 1 ? node : one, field, [
        ...modifiersOf(node, shaper),
        ...shaper.under(node, 'type'),
        ...(name ? [name] : []),
        ...shaper.under(one, 'value', 'right'),
      ]),
    ];
  });
};

const resource: Shape = (node, shaper, field) => {
  if (!fieldOf(node, 'name')) return shaper.list(node.children, field);
  return shaper.make('declare', node, field, [
    ...modifiersOf(node, shaper),
    ...shaper.under(node, 'type'),
    ...shaper.under(node, 'name', 'left'),
    ...shaper.under(node, 'value', 'right'),
  ]);
};

const parameter: Shape = (node, shaper, field) => {
  const [name] = shaper.word(fieldOf(node, 'name') ?? childOf(node, 'variable_declarator'), 'name');
  if (name?.kind === 'ellipsis' || name?.kind === 'metavariables') return { ...name, field };
  return shaper.make('parameter', node, field, [
    ...modifiersOf(node, shaper),
    ...shaper.each(fieldOf(node, 'type') ?? childOf(node, 'catch_type'), 'type'),
    ...(name ? [name] : []),
  ]);
};

function parametersOf(node: SyntaxNode, shaper: Shaper): Term[] {
  const found = fieldOf(node, 'parameters');
  if (!found) return [];
  const each =
    found.type === 'formal_parameters' || found.type === 'inferred_parameters' ? found.children : [found];
  return shaper
    .list(each, 'parameter')
    .map((term) =>
      term.kind === 'name'
        ? shaper.make('parameter', term, 'parameter', [{ ...term, kind: 'word', field: 'name' }])
        : term,
    );
}

const definition: Shape = (node, shaper, field) =>
  shaper.make('function', node, field, [
    ...modifiersOf(node, shaper),
    ...shaper.under(node, 'type'),
    ...shaper.word(fieldOf(node, 'name'), 'name'),
    ...parametersOf(node, shaper),
    ...shaper.list(childOf(node, 'throws')?.children ?? [], 'throws'),
    ...shaper.under(node, 'body'),
  ]);

const lambda: Shape = (node, shaper, field) => {
  const [body] = shaper.under(node, 'body');
  return shaper.make('lambda', node, field, [...parametersOf(node, shaper), ...(body ? [body] : [])]);
};

const classDefinition: Shape = (node, shaper, field) =>
  shaper.make('class', node, field, [
    ...modifiersOf(node, shaper),
    ...shaper.word(fieldOf(node, 'name'), 'name'),
    ...shaper.list(fieldOf(node, 'superclass')?.children ?? [], 'superclass'),
    ...shaper.list(
      (fieldOf(node, 'interfaces') ?? childOf(node, 'extends_interfaces'))?.children ?? [],
      'interface',
    ),
    ...shaper.under(node, 'body'),
  ]);

const block = list('block', 'statement');
const members = list('members', 'member');

const number: Shape = (node, shaper, field) => shaper.leaf('number', node, field);

const loop =
  (...fields: readonly string[]): Shape =>
  (node, shaper, field) =>
    shaper.make(node.type, node, field, [
      ...fields.flatMap((one) => shaper.under(node, one)),
      ...shaper.block(fieldOf(node, 'body'), 'body'),
    ]);

const shapes: Readonly<Record<string, Shape>> = {
  program: block,
  block,
  constructor_body: block,
  class_body: members,
  interface_body: members,
  enum_body: members,
  annotation_type_body: members,
  parenthesized_expression: unwrapped,
  superclass: unwrapped,
  type_list: unwrapped,
  array_type: (node, shaper, field) => shaper.make('array-type', node, field, shaper.under(node, 'element')),
  expression_statement: (node, shaper, field) => {
    const [only] = shaper.list(node.children, 'expression');
    if (!only) return undefined;
    if (only.kind === 'ellipsis' || only.kind === 'assign' || only.kind === 'augmented')
      return { ...only, field };
    return shaper.make('statement', node, field, [only]);
  },
  method_invocation: call,
  object_creation_expression: (node, shaper, field) =>
    shaper.make('new', node, field, [
      ...shaper.under(node, 'type', 'callee'),
      ...argumentsOf(node, shaper),
      ...shaper.each(childOf(node, 'class_body'), 'body'),
    ]),
  field_access: (node, shaper, field) =>
    member(node, fieldOf(node, 'object'), fieldOf(node, 'field'), shaper, field),
  scoped_identifier: (node, shaper, field) =>
    member(node, fieldOf(node, 'scope'), fieldOf(node, 'name'), shaper, field),
  scoped_type_identifier: (node, shaper, field) => {
    const names = node.children.filter(({ type }) => !type.includes('annotation'));
    return member(node, names[0], names[1], shaper, field);
  },
  generic_type: (node, shaper, field) => {
    const [base, given] = node.children;
    return shaper.make('generic', node, field, [
      ...shaper.each(base, 'base'),
      ...shaper.list(given?.children ?? [], 'argument'),
    ]);
  },
  array_access: (node, shaper, field) =>
    shaper.make('index', node, field, [
      ...shaper.under(node, 'array', 'object'),
      ...shaper.under(node, 'index'),
    ]),
  string_literal: (node, shaper, field) => {
    const quote = shaper.text.startsWith('"""', node.at) ? 3 : 1;
    const text = shaper.text.slice(node.at + quote, Math.max(node.at + quote, node.end - quote));
    return { kind: 'string', text, field, at: node.at, end: node.end, parts: [] };
  },
  decimal_integer_literal: number,
  hex_integer_literal: number,
  octal_integer_literal: number,
  binary_integer_literal: number,
  decimal_floating_point_literal: number,
  array_initializer: list('array', 'item'),
  element_value_array_initializer: list('array', 'item'),
  element_value_pair: (node, shaper, field) =>
    shaper.make('named', node, field, [
      ...shaper.word(fieldOf(node, 'key'), 'name'),
      ...shaper.under(node, 'value'),
    ]),
  assignment_expression: (node, shaper, field) => {
    const operator = operatorOf(node, shaper);
    const parts = [...shaper.under(node, 'left'), ...shaper.under(node, 'right')];
    return operator === '=' || operator === ''
      ? shaper.make('assign', node, field, parts)
      : shaper.make('augmented', node, field, parts, operator);
  },
  binary_expression: operation('binary'),
  unary_expression: operation('unary'),
  local_variable_declaration: declaration,
  field_declaration: declaration,
  constant_declaration: declaration,
  resource,
  formal_parameter: parameter,
  catch_formal_parameter: parameter,
  spread_parameter: parameter,
  catch_type: unwrapped,
  method_declaration: definition,
  constructor_declaration: definition,
  lambda_expression: lambda,
  class_declaration: classDefinition,
  interface_declaration: classDefinition,
  enum_declaration: classDefinition,
  record_declaration: classDefinition,
  annotation,
  marker_annotation: annotation,
  annotation_argument_list: unwrapped,
  if_statement: (node, shaper, field) =>
    shaper.make('if', node, field, [
      ...shaper.under(node, 'condition'),
      ...shaper.block(fieldOf(node, 'consequence'), 'consequence'),
      ...shaper.block(fieldOf(node, 'alternative'), 'alternative'),
    ]),
  for_statement: loop('init', 'condition', 'update'),
  enhanced_for_statement: loop('type', 'name', 'value'),
  while_statement: loop('condition'),
  import_declaration: (node, shaper, field) => {
    const name = node.children.find(({ type }) => type === 'scoped_identifier' || type === 'identifier');
    const all = childOf(node, 'asterisk');
    return shaper.make('import', node, field, [
      ...(name ? [shaper.leaf('word', name, 'source')] : []),
      ...(all ? [{ ...shaper.make('word', all, 'imported', []), text: '*' }] : []),
    ]);
  },
};

export const terms: TermShapes = {
  shapes,
  names: new Set([
    'identifier',
    'type_identifier',
    'void_type',
    'integral_type',
    'floating_point_type',
    'boolean_type',
  ]),
  words: new Set([]),
};
