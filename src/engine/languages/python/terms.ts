import { childOf, fieldOf, fieldsOf, type SyntaxNode } from '../syntax.ts';
import type { Shape, Shaper, Term, TermShapes } from '../term.ts';

const unwrapped: Shape = (node, shaper, field) => shaper.list(node.children, field);

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

const operatorOf = (node: SyntaxNode, shaper: Shaper): string => {
  const operator = fieldOf(node, 'operator');
  return operator ? shaper.textOf(operator) : '';
};

/** Arguments in brackets, or the one generator that stands for them. */
const argumentsOf = (node: SyntaxNode | undefined, shaper: Shaper): readonly Term[] =>
  node?.type === 'argument_list' ? shaper.list(node.children, 'argument') : shaper.each(node, 'argument');

/** `a < b` as an operation; `a < b < c` as it is. */
const comparison: Shape = (node, shaper, field) => {
  const operators = fieldsOf(node, 'operators').map((one) => shaper.textOf(one).replaceAll(/\s+/g, ' '));
  const operands = node.children.filter((child) => child.field !== 'operators');
  const [left, right] = operands;
  if (operands.length !== 2 || !left || !right)
    return shaper.make('comparison', node, field, shaper.list(operands, ''), operators.join(' '));
  return shaper.make(
    'binary',
    node,
    field,
    [...shaper.each(left, 'left'), ...shaper.each(right, 'right')],
    operators.join(' '),
  );
};

const prefixOf = (node: SyntaxNode, shaper: Shaper): string => {
  const start = childOf(node, 'string_start');
  return start ? shaper.textOf(start).replaceAll(/['"]/g, '').toLowerCase() : '';
};

/** A string's content as it is written; one with expressions in it is a template. */
const string: Shape = (node, shaper, field) => {
  const contents = node.children.filter(({ type }) => type === 'string_content' || type === 'interpolation');
  const isFormatted = prefixOf(node, shaper).includes('f');
  if (!isFormatted) {
    const text = contents.map((content) => shaper.textOf(content)).join('');
    return { kind: 'string', text, field, at: node.at, end: node.end, parts: [] };
  }
  const parts = contents.flatMap((content): readonly Term[] =>
    content.type === 'interpolation'
      ? shaper.each(fieldOf(content, 'expression') ?? content.children[0], 'part')
      : [
          {
            kind: 'fragment',
            text: shaper.textOf(content),
            field: 'part',
            at: content.at,
            end: content.end,
            parts: [],
          },
        ],
  );
  return shaper.make('template', node, field, parts);
};

const strings: Shape = (node, shaper, field) => {
  const parts = shaper.list(node.children, 'part');
  if (parts.every(({ kind }) => kind === 'string'))
    return { ...shaper.make('string', node, field, []), text: parts.map(({ text }) => text).join('') };
  const inner = parts.flatMap((part) =>
    part.kind === 'template' ? part.parts : [{ ...part, kind: 'fragment' }],
  );
  return shaper.make('template', node, field, inner);
};

/** A parameter however it is written. */
const parameter: Shape = (node, shaper, field) => {
  const name = fieldOf(node, 'name') ?? node.children[0];
  const parts = [...shaper.word(name, 'name'), ...shaper.under(node, 'type'), ...shaper.under(node, 'value')];
  return shaper.make('parameter', node, field, parts);
};

const parameters = (node: SyntaxNode | undefined, shaper: Shaper): Term[] =>
  (node?.children ?? []).flatMap((child) => {
    const [term] = shaper.each(child, 'parameter');
    if (!term) return [];
    if (term.kind !== 'name' && term.kind !== 'metavariable') return [term];
    return [
      shaper.make('parameter', child, 'parameter', [
        { ...term, kind: term.kind === 'name' ? 'word' : term.kind, field: 'name' },
      ]),
    ];
  });

const definition: Shape = (node, shaper, field) =>
  shaper.make('function', node, field, [
    ...(node.children[0]?.type === 'async' ? shaper.each(node.children[0], 'modifier') : []),
    ...shaper.word(fieldOf(node, 'name'), 'name'),
    ...parameters(fieldOf(node, 'parameters'), shaper),
    ...shaper.under(node, 'return_type', 'type'),
    ...shaper.block(fieldOf(node, 'body'), 'body'),
  ]);

const classDefinition: Shape = (node, shaper, field) =>
  shaper.make('class', node, field, [
    ...shaper.word(fieldOf(node, 'name'), 'name'),
    ...shaper.list(fieldOf(node, 'superclasses')?.children ?? [], 'superclass'),
    ...shaper.block(fieldOf(node, 'body'), 'body'),
  ]);

/** Decorators are part of what they decorate. */
const decorated: Shape = (node, shaper, field) => {
  const [definition] = shaper.under(node, 'definition', field);
  if (!definition) return undefined;
  const decorators = shaper.list(
    node.children.filter(({ type }) => type === 'decorator'),
    'decorator',
  );
  return { ...definition, at: node.at, parts: [...decorators, ...definition.parts] };
};

/** `elif` is an `else` with an `if` in it. */
const conditional: Shape = (node, shaper, field) => {
  const alternatives = fieldsOf(node, 'alternative');
  const rest = (at: number): readonly Term[] => {
    const one = alternatives[at];
    if (!one) return [];
    if (one.type === 'else_clause') return shaper.block(fieldOf(one, 'body'), 'alternative');
    const inner = shaper.make('if', { at: one.at, end: node.end }, 'statement', [
      ...shaper.under(one, 'condition'),
      ...shaper.block(fieldOf(one, 'consequence'), 'consequence'),
      ...rest(at + 1),
    ]);
    return [shaper.make('block', inner, 'alternative', [inner])];
  };
  return shaper.make('if', node, field, [
    ...shaper.under(node, 'condition'),
    ...shaper.block(fieldOf(node, 'consequence'), 'consequence'),
    ...rest(0),
  ]);
};

const dotted = (node: SyntaxNode, shaper: Shaper): string => shaper.textOf(node).replaceAll(/\s+/g, '');

/** What one statement imports, each by itself: from where, under which name, and how it is called here. */
const imported: Shape = (node, shaper, field) => {
  const from = fieldOf(node, 'module_name');
  const names = fieldsOf(node, 'name');
  const isAll = node.children.some(({ type }) => type === 'wildcard_import');
  const source = from ? [shaper.leaf('word', from, 'source', dotted(from, shaper))] : [];
  if (isAll)
    return shaper.make('import', node, field, [
      ...source,
      { ...shaper.make('word', node, 'imported', []), text: '*' },
    ]);
  return names.map((name) => {
    const real = name.type === 'aliased_import' ? (fieldOf(name, 'name') ?? name) : name;
    const alias = name.type === 'aliased_import' ? fieldOf(name, 'alias') : undefined;
    return shaper.make('import', node, field, [
      ...source,
      shaper.leaf('word', real, from ? 'imported' : 'source', dotted(real, shaper)),
      ...shaper.word(alias, 'alias'),
    ]);
  });
};

const shapes: Readonly<Record<string, Shape>> = {
  module: (node, shaper, field) => shaper.make('block', node, field, shaper.list(node.children, 'statement')),
  block: (node, shaper, field) => shaper.make('block', node, field, shaper.list(node.children, 'statement')),
  expression_statement: (node, shaper, field) => {
    if (node.children.length > 1)
      return shaper.make('tuple', node, field, shaper.list(node.children, 'item'));
    const [only] = shaper.list(node.children, 'expression');
    if (!only) return undefined;
    if (only.kind === 'ellipsis' || only.kind === 'assign' || only.kind === 'augmented')
      return { ...only, field };
    return shaper.make('statement', node, field, [only]);
  },
  parenthesized_expression: unwrapped,
  type: unwrapped,
  line_continuation: () => undefined,
  decorator: unwrapped,
  expression_list: (node, shaper, field) =>
    shaper.make('tuple', node, field, shaper.list(node.children, 'item')),
  pattern_list: (node, shaper, field) =>
    shaper.make('tuple', node, field, shaper.list(node.children, 'item')),
  tuple: (node, shaper, field) => shaper.make('tuple', node, field, shaper.list(node.children, 'item')),
  tuple_pattern: (node, shaper, field) =>
    shaper.make('tuple', node, field, shaper.list(node.children, 'item')),
  list: (node, shaper, field) => shaper.make('array', node, field, shaper.list(node.children, 'item')),
  list_pattern: (node, shaper, field) =>
    shaper.make('array', node, field, shaper.list(node.children, 'item')),
  set: (node, shaper, field) => shaper.make('set', node, field, shaper.list(node.children, 'item')),
  dictionary: (node, shaper, field) => shaper.make('object', node, field, shaper.list(node.children, 'item')),
  dictionary_splat: (node, shaper, field) => {
    const [only] = shaper.list(node.children, field);
    return only?.kind === 'ellipsis' || only?.kind === 'metavariables'
      ? only
      : shaper.make('splat', node, field, shaper.list(node.children, ''));
  },
  pair: (node, shaper, field) =>
    shaper.make('pair', node, field, [...shaper.under(node, 'key'), ...shaper.under(node, 'value')]),
  call: (node, shaper, field) =>
    shaper.make('call', node, field, [
      ...shaper.under(node, 'function', 'callee'),
      ...argumentsOf(fieldOf(node, 'arguments'), shaper),
    ]),
  keyword_argument: (node, shaper, field) =>
    shaper.make('named', node, field, [
      ...shaper.word(fieldOf(node, 'name'), 'name'),
      ...shaper.under(node, 'value'),
    ]),
  attribute: (node, shaper, field) =>
    shaper.make('member', node, field, [
      ...shaper.under(node, 'object'),
      ...shaper.word(fieldOf(node, 'attribute'), 'property'),
    ]),
  subscript: (node, shaper, field) =>
    shaper.make('index', node, field, [
      ...shaper.under(node, 'value', 'object'),
      ...shaper.list(fieldsOf(node, 'subscript'), 'index'),
    ]),
  assignment: (node, shaper, field) =>
    shaper.make('assign', node, field, [
      ...shaper.under(node, 'left'),
      ...shaper.under(node, 'type'),
      ...shaper.under(node, 'right'),
    ]),
  named_expression: (node, shaper, field) =>
    shaper.make('assign', node, field, [
      ...shaper.under(node, 'name', 'left'),
      ...shaper.under(node, 'value', 'right'),
    ]),
  augmented_assignment: operation('augmented'),
  binary_operator: operation('binary'),
  boolean_operator: operation('binary'),
  unary_operator: operation('unary'),
  not_operator: (node, shaper, field) =>
    shaper.make('unary', node, field, shaper.under(node, 'argument'), 'not'),
  comparison_operator: comparison,
  string,
  concatenated_string: strings,
  integer: (node, shaper, field) => shaper.leaf('number', node, field),
  float: (node, shaper, field) => shaper.leaf('number', node, field),
  typed_parameter: parameter,
  default_parameter: parameter,
  typed_default_parameter: parameter,
  function_definition: definition,
  lambda: (node, shaper, field) =>
    shaper.make('lambda', node, field, [
      ...parameters(fieldOf(node, 'parameters'), shaper),
      ...shaper.under(node, 'body'),
    ]),
  class_definition: classDefinition,
  decorated_definition: decorated,
  if_statement: conditional,
  else_clause: (node, shaper, field) =>
    shaper.block(fieldOf(node, 'body'), field === '' ? 'alternative' : field),
  import_statement: imported,
  import_from_statement: imported,
  future_import_statement: imported,
};

export const terms: TermShapes = {
  shapes,
  names: new Set(['identifier']),
  words: new Set(['dotted_name']),
};
