import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { callOf } from '../calls.ts';
import { soleValue } from '../scope.ts';
import { type Source, walk } from '../source.ts';

/** A named setting with its value: an option, a keyword, an assigned property. */
export interface Setting {
  readonly name: string;
  readonly value: SyntaxNode;
  /** The whole of it: the pair, the keyword argument, the assignment. */
  readonly node: SyntaxNode;
}

/** Settings in an expression, in the objects that it names, and of the assignment that it is part of. */
export function settingsOf(source: Source, node: SyntaxNode): Setting[] {
  const result = [...inside(source, node)];
  for (const call of [callOf(source, node)]) {
    for (const arg of call?.args ?? []) {
      const value = arg.type === 'identifier' ? soleValue(source, arg) : undefined;
      if (value && /^(?:object|dictionary)$/.test(value.type)) result.push(...inside(source, value));
    }
  }
  const around = source.around(
    node,
    'assignment_expression',
    'assignment',
    'pair',
    'keyword_argument',
    'element_value_pair',
  );
  const own = around && settingOf(source, around);
  if (own && !result.some((known) => known.node === own.node)) result.push(own);
  return result;
}

function* inside(source: Source, node: SyntaxNode): Generator<Setting> {
  for (const one of walk(node)) {
    const setting = settingOf(source, one);
    if (setting) yield setting;
  }
}

function settingOf(source: Source, node: SyntaxNode): Setting | undefined {
  const name = nameOf(source, node);
  const value = fieldOf(node, 'value') ?? fieldOf(node, 'right');
  return name === undefined || !value ? undefined : { name, value, node };
}

function nameOf(source: Source, node: SyntaxNode): string | undefined {
  const plain = (one: SyntaxNode | undefined): string | undefined =>
    one && source.textOf(one).replaceAll(/^['"]|['"]$/g, '');
  switch (node.type) {
    case 'pair':
    case 'element_value_pair':
      return plain(fieldOf(node, 'key'));
    case 'keyword_argument':
      return plain(fieldOf(node, 'name'));
    case 'assignment_expression':
    case 'assignment': {
      const left = fieldOf(node, 'left');
      if (!left) return undefined;
      const last =
        fieldOf(left, 'property') ??
        fieldOf(left, 'attribute') ??
        fieldOf(left, 'index') ??
        fieldOf(left, 'subscript') ??
        fieldOf(left, 'field') ??
        left;
      return plain(last);
    }
    default:
      return undefined;
  }
}
