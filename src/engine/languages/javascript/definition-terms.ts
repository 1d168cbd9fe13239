import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import type { Shape, Shaper, Term } from '../term.ts';

export const isToken = (node: SyntaxNode, shaper: Shaper): boolean =>
  node.children.length === 0 && shaper.textOf(node) === node.type;

const keyword = (node: SyntaxNode, shaper: Shaper): readonly Term[] =>
  node.children
    .filter((child) => isToken(child, shaper) && modifiers.has(child.type))
    .map((child) => shaper.leaf('word', child, 'modifier'));

const modifiers: ReadonlySet<string> = new Set([
  ...['async', 'static', 'get', 'set', 'abstract', 'readonly', 'var', 'let', 'const', '*'],
  ...['accessibility_modifier', 'override_modifier'],
]);

/** One parameter, from a plain name, a pattern, or one with a type and a value. */
function parameter(node: SyntaxNode, shaper: Shaper): readonly Term[] {
  if (node.type === 'required_parameter' || node.type === 'optional_parameter') {
    const [name] = shaper.under(node, 'pattern', 'name');
    if (name && standsForAny(name)) return [{ ...name, field: 'parameter' }];
    return [
      shaper.make('parameter', node, 'parameter', [
        ...shaper.list(
          node.children.filter(({ type }) => type === 'decorator'),
          'decorator',
        ),
        ...shaper.word(fieldOf(node, 'pattern'), 'name'),
        ...shaper.under(node, 'type'),
        ...shaper.under(node, 'value'),
      ]),
    ];
  }
  if (node.type === 'assignment_pattern')
    return [
      shaper.make('parameter', node, 'parameter', [
        ...shaper.word(fieldOf(node, 'left'), 'name'),
        ...shaper.under(node, 'right', 'value'),
      ]),
    ];
  const [name] = shaper.word(node, 'name');
  if (!name) return [];
  if (standsForAny(name)) return [{ ...name, field: 'parameter' }];
  return [shaper.make('parameter', node, 'parameter', [name])];
}

export const standsForAny = ({ kind }: Term): boolean => kind === 'ellipsis' || kind === 'metavariables';

function parametersOf(node: SyntaxNode, shaper: Shaper): readonly Term[] {
  const one = fieldOf(node, 'parameter');
  if (one) return parameter(one, shaper);
  return (fieldOf(node, 'parameters')?.children ?? []).flatMap((child) => parameter(child, shaper));
}

/** A function however it is written; an expression in the place of a body is returned. */
export const definition: Shape = (node, shaper, field) => {
  const body = fieldOf(node, 'body');
  const bodies = shaper.each(body, 'statement');
  const [only] = bodies;
  const block =
    only && body && only.kind !== 'block'
      ? [
          shaper.make('block', body, 'body', [
            only.kind === 'ellipsis'
              ? only
              : shaper.make('return_statement', body, 'statement', [{ ...only, field: '' }]),
          ]),
        ]
      : bodies.map((one) => ({ ...one, field: 'body' }));
  return shaper.make('function', node, field, [
    ...shaper.list(
      node.children.filter(({ type }) => type === 'decorator'),
      'decorator',
    ),
    ...keyword(node, shaper),
    ...shaper.word(fieldOf(node, 'name'), 'name').map(asKey),
    ...parametersOf(node, shaper),
    ...shaper.under(node, 'return_type', 'type'),
    ...block,
  ]);
};

/** A key that is written as a string is the name that it holds. */
export const asKey = (term: Term): Term =>
  term.kind === 'string' || term.kind === 'name' ? { ...term, kind: 'word' } : term;

export const classDefinition: Shape = (node, shaper, field) => {
  const heritage = childOf(node, 'class_heritage');
  return shaper.make('class', node, field, [
    ...shaper.list(
      node.children.filter(({ type }) => type === 'decorator'),
      'decorator',
    ),
    ...shaper.word(fieldOf(node, 'name'), 'name'),
    ...(heritage ? shaper.list(heritage.children, 'superclass') : []),
    ...shaper.under(node, 'body'),
  ]);
};

export const clause: Shape = (node, shaper, field) =>
  shaper.list(
    node.children.filter((child) => !isToken(child, shaper)),
    field,
  );

/** Each variable of a declaration by itself. */
export const declaration: Shape = (node, shaper, field) => {
  const kinds = node.children
    .filter((child) => isToken(child, shaper))
    .map((child) => shaper.leaf('word', child, 'modifier'));
  const declarators = node.children.filter(({ type }) => type === 'variable_declarator');
  return declarators.map((one) =>
    shaper.make('declare', declarators.length === 1 ? node : one, field, [
      ...kinds,
      ...shaper
        .word(fieldOf(one, 'name'), 'left')
        .map((name) => (name.kind === 'word' ? { ...name, kind: 'name' } : name)),
      ...shaper.under(one, 'type'),
      ...shaper.under(one, 'value', 'right'),
    ]),
  );
};

export const fieldDefinition: Shape = (node, shaper, field) => {
  const name = fieldOf(node, 'property') ?? fieldOf(node, 'name');
  const [left] = shaper.word(name, 'left').map(asKey);
  if (left && standsForAny(left) && !fieldOf(node, 'value')) return { ...left, field };
  return shaper.make('declare', node, field, [
    ...shaper.list(
      node.children.filter(({ type }) => type === 'decorator'),
      'decorator',
    ),
    ...keyword(node, shaper),
    ...(left ? [left] : []),
    ...shaper.under(node, 'type'),
    ...shaper.under(node, 'value', 'right'),
  ]);
};
