import { childOf, fieldOf, fieldsOf, type SyntaxNode } from '../syntax.ts';
import type { Shape, Shaper, Term, TermShapes } from '../term.ts';
import {
  asKey,
  classDefinition,
  clause,
  declaration,
  definition,
  fieldDefinition,
  isToken,
  standsForAny,
} from './definition-terms.ts';

const unwrapped: Shape = (node, shaper, field) => shaper.list(node.children, field);

/** The expression of a conversion or assertion, which changes no value. */
const asserted: Shape = (node, shaper, field) => shaper.each(node.children[0], field);

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
      [...shaper.under(node, 'left'), ...shaper.under(node, 'right'), ...shaper.under(node, 'argument')],
      operatorOf(node, shaper),
    );

const string: Shape = (node, shaper, field) => ({
  kind: 'string',
  text: shaper.text.slice(node.at + 1, Math.max(node.at + 1, node.end - 1)),
  field,
  at: node.at,
  end: node.end,
  parts: [],
});

const template: Shape = (node, shaper, field) => {
  const parts: Term[] = [];
  let from = node.at + 1;
  const fragment = (end: number): void => {
    if (end > from)
      parts.push({
        kind: 'fragment',
        text: shaper.text.slice(from, end),
        field: 'part',
        at: from,
        end,
        parts: [],
      });
  };
  for (const child of node.children) {
    if (child.type !== 'template_substitution') continue;
    fragment(child.at);
    parts.push(...shaper.list(child.children, 'part'));
    from = child.end;
  }
  if (parts.length === 0) return string(node, shaper, field);
  fragment(node.end - 1);
  return shaper.make('template', node, field, parts);
};

const argumentsOf = (node: SyntaxNode | undefined, shaper: Shaper): readonly Term[] =>
  node?.type === 'arguments' ? shaper.list(node.children, 'argument') : shaper.each(node, 'argument');

const sourceOf = (node: SyntaxNode, shaper: Shaper): readonly Term[] =>
  shaper.under(node, 'source').map((term) => ({ ...term }));

/** What one statement imports, each by itself. */
const imported: Shape = (node, shaper, field) => {
  const source = sourceOf(node, shaper);
  const found = childOf(node, 'import_clause');
  if (!found) return shaper.make('import', node, field, source);
  return found.children.flatMap((child): readonly Term[] => {
    if (child.type === 'named_imports')
      return child.children.map((one) =>
        one.type === 'import_specifier'
          ? shaper.make('import', node, field, [
              ...source,
              ...shaper.word(fieldOf(one, 'name'), 'imported'),
              ...shaper.word(fieldOf(one, 'alias'), 'alias'),
            ])
          : shaper.make('import', node, field, source),
      );
    if (isToken(child, shaper)) return [];
    const kind = child.type === 'namespace_import' ? 'namespace' : 'default';
    const name =
      child.type === 'namespace_import' ? child.children.find(({ type }) => type === 'identifier') : child;
    return [
      shaper.make('import', node, field, [
        ...source,
        { ...shaper.make('word', child, 'imported', []), text: kind === 'namespace' ? '*' : 'default' },
        ...shaper.word(name, 'alias'),
      ]),
    ];
  });
};

/** An element with attributes and children; one that closes itself has no children. */
const element: Shape = (node, shaper, field) => {
  const opening = childOf(node, 'jsx_opening_element') ?? fieldOf(node, 'open_tag') ?? node;
  const children =
    opening === node ? [] : node.children.filter((child) => !child.type.includes('ing_element'));
  return shaper.make('jsx', node, field, [
    ...shaper.word(fieldOf(opening, 'name'), 'name'),
    ...shaper.list(fieldsOf(opening, 'attribute'), 'attribute'),
    ...shaper.list(children, 'child'),
  ]);
};

const attribute: Shape = (node, shaper, field) => {
  const [name, value] = node.children.filter((child) => child.type !== '=');
  const [key] = shaper.word(name, 'key');
  if (key && standsForAny(key) && !value) return { ...key, field };
  return shaper.make('pair', node, field, [...(key ? [key] : []), ...shaper.each(value, 'value')]);
};

const decoratorsOf = (node: SyntaxNode, shaper: Shaper): readonly Term[] =>
  shaper.list(
    node.children.filter(({ type }) => type === 'decorator'),
    'decorator',
  );

/** Decorators stand in front of the member that they are about. */
const members: Shape = (node, shaper, field) => {
  const parts: Term[] = [];
  let decorators: readonly Term[] = [];
  for (const child of node.children) {
    if (child.type === 'decorator') {
      decorators = [...decorators, ...shaper.each(child, 'decorator')];
      continue;
    }
    for (const term of shaper.each(child, 'member')) {
      const [first] = decorators;
      parts.push(first ? { ...term, at: first.at, parts: [...decorators, ...term.parts] } : term);
    }
    decorators = [];
  }
  return shaper.make('members', node, field, parts);
};

const list =
  (kind: string): Shape =>
  (node, shaper, field) =>
    shaper.make(kind, node, field, shaper.list(node.children, 'item'));

const block: Shape = (node, shaper, field) =>
  shaper.make('block', node, field, shaper.list(node.children, 'statement'));

const shorthand: Shape = (node, shaper, field) => {
  const name = shaper.leaf('name', node, 'value');
  if (standsForAny(name)) return { ...name, field };
  return shaper.make('pair', node, field, [
    { ...name, kind: name.kind === 'name' ? 'word' : name.kind, field: 'key' },
    name,
  ]);
};

const loop =
  (...fields: readonly string[]): Shape =>
  (node, shaper, field) =>
    shaper.make(node.type, node, field, [
      ...fields.flatMap((one) => shaper.under(node, one)),
      ...shaper.block(fieldOf(node, 'body'), 'body'),
    ]);

const shapes: Readonly<Record<string, Shape>> = {
  program: block,
  statement_block: block,
  empty_statement: () => undefined,
  hash_bang_line: () => undefined,
  optional_chain: () => undefined,
  parenthesized_expression: unwrapped,
  export_statement: (node, shaper, field) => {
    const [value] = shaper.under(node, 'declaration', field);
    if (value) {
      const decorators = decoratorsOf(node, shaper);
      const others = shaper.under(node, 'declaration', field).slice(1);
      return [
        decorators.length > 0 ? { ...value, at: node.at, parts: [...decorators, ...value.parts] } : value,
        ...others,
      ];
    }
    return shaper.make(
      'export',
      node,
      field,
      shaper.parts(node).filter(({ kind }) => kind !== 'export'),
    );
  },
  expression_statement: (node, shaper, field) => {
    const [only] = shaper.list(node.children, 'expression');
    if (!only) return undefined;
    if (only.kind === 'ellipsis' || only.kind === 'assign' || only.kind === 'augmented')
      return { ...only, field };
    return shaper.make('statement', node, field, [only]);
  },
  as_expression: asserted,
  satisfies_expression: asserted,
  non_null_expression: asserted,
  type_annotation: unwrapped,
  instantiation_expression: asserted,
  call_expression: (node, shaper, field) =>
    shaper.make('call', node, field, [
      ...shaper.under(node, 'function', 'callee'),
      ...argumentsOf(fieldOf(node, 'arguments'), shaper),
    ]),
  new_expression: (node, shaper, field) =>
    shaper.make('new', node, field, [
      ...shaper.under(node, 'constructor', 'callee'),
      ...argumentsOf(fieldOf(node, 'arguments'), shaper),
    ]),
  member_expression: (node, shaper, field) =>
    shaper.make('member', node, field, [
      ...shaper.under(node, 'object'),
      ...shaper.word(fieldOf(node, 'property'), 'property'),
    ]),
  subscript_expression: (node, shaper, field) =>
    shaper.make('index', node, field, [...shaper.under(node, 'object'), ...shaper.under(node, 'index')]),
  string,
  template_string: template,
  number: (node, shaper, field) => shaper.leaf('number', node, field),
  regex: (node, shaper, field) => shaper.leaf('regex', node, field),
  object: list('object'),
  object_pattern: list('object'),
  array: list('array'),
  array_pattern: list('array'),
  object_assignment_pattern: (node, shaper, field) => shaper.under(node, 'left', field),
  pair: (node, shaper, field) =>
    shaper.make('pair', node, field, [
      ...shaper.word(fieldOf(node, 'key'), 'key').map(asKey),
      ...shaper.under(node, 'value'),
    ]),
  pair_pattern: (node, shaper, field) =>
    shaper.make('pair', node, field, [
      ...shaper.word(fieldOf(node, 'key'), 'key').map(asKey),
      ...shaper.under(node, 'value'),
    ]),
  shorthand_property_identifier: shorthand,
  shorthand_property_identifier_pattern: shorthand,
  spread_element: (node, shaper, field) => {
    const [only] = shaper.list(
      node.children.filter((child) => child.type !== '...'),
      '',
    );
    return only && standsForAny(only)
      ? { ...only, field }
      : shaper.make('spread', node, field, only ? [only] : []);
  },
  assignment_expression: (node, shaper, field) =>
    shaper.make('assign', node, field, [...shaper.under(node, 'left'), ...shaper.under(node, 'right')]),
  augmented_assignment_expression: operation('augmented'),
  binary_expression: operation('binary'),
  unary_expression: operation('unary'),
  update_expression: operation('update'),
  function_declaration: definition,
  function_expression: definition,
  generator_function: definition,
  generator_function_declaration: definition,
  arrow_function: definition,
  method_definition: definition,
  abstract_method_signature: definition,
  function_signature: definition,
  class: classDefinition,
  class_declaration: classDefinition,
  abstract_class_declaration: classDefinition,
  class_heritage: clause,
  extends_clause: clause,
  implements_clause: clause,
  class_body: members,
  field_definition: fieldDefinition,
  public_field_definition: fieldDefinition,
  lexical_declaration: declaration,
  variable_declaration: declaration,
  if_statement: (node, shaper, field) =>
    shaper.make('if', node, field, [
      ...shaper.under(node, 'condition'),
      ...shaper.block(fieldOf(node, 'consequence'), 'consequence'),
      ...shaper.under(node, 'alternative'),
    ]),
  else_clause: (node, shaper) =>
    shaper.block(
      node.children.find(({ type }) => type !== 'else'),
      'alternative',
    ),
  for_statement: loop('initializer', 'condition', 'increment'),
  for_in_statement: loop('left', 'right', 'operator'),
  while_statement: loop('condition'),
  import_statement: imported,
  jsx_element: element,
  jsx_self_closing_element: element,
  jsx_attribute: attribute,
  jsx_expression: unwrapped,
  jsx_text: (node, shaper, field) =>
    shaper.textOf(node).trim() === ''
      ? undefined
      : shaper.leaf('text', node, field, shaper.textOf(node).trim()),
};

export const terms: TermShapes = {
  shapes,
  names: new Set(['identifier', 'type_identifier', 'undefined']),
  words: new Set(['property_identifier', 'private_property_identifier', 'statement_identifier']),
};
