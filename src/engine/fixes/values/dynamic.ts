import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { statementRoots } from '../../weaknesses/sql-injection/parameterise.ts';
import { bare, type Call } from '../calls.ts';
import { resolved, soleValue } from '../scope.ts';
import type { Source } from '../source.ts';
import { compose } from '../text/compose.ts';
import { plainText } from '../text/pieces.ts';

/** An expression that is computed where a text, or a list of values, is put together. */
export interface DynamicValue {
  readonly node: SyntaxNode;
  /** What stands before and after it in the text that it is part of. */
  readonly before: string;
  readonly after: string;
  /** It is the whole of the argument. */
  readonly whole: boolean;
  readonly embedded: boolean;
  /** What has to be written before it where an expression takes its place: `name: ` for the shorthand `{ name }`. */
  readonly prefix: string;
}

const skipped =
  /^(?:arrow_function|function|lambda|number|integer|float|true|false|null|none|regex|decimal_integer_literal|class_literal|character_literal)/;

/** What is computed in the arguments of a call, keyword arguments and options included. */
export function dynamicArguments(source: Source, call: Call): DynamicValue[] {
  return [...call.args, ...call.keywords.values()].flatMap((arg) => dynamicIn(source, arg, 0));
}

export function dynamicIn(source: Source, given: SyntaxNode, depth = 0): DynamicValue[] {
  const node = bare(given);
  if (skipped.test(node.type) || depth > 5) return [];
  if (/^(?:object|dictionary)$/.test(node.type)) {
    return node.children.flatMap((pair) => {
      if (pair.type === 'shorthand_property_identifier') return shorthand(source, pair, depth);
      const value = pair.type === 'pair' ? fieldOf(pair, 'value') : undefined;
      return value ? dynamicIn(source, value, depth + 1) : [];
    });
  }
  if (/^(?:array|list|tuple|array_initializer)$/.test(node.type))
    return node.children.flatMap((one) => dynamicIn(source, one, depth + 1));
  if (node.type === 'array_creation_expression')
    return node.children
      .filter(({ type }) => type === 'array_initializer')
      .flatMap((one) => dynamicIn(source, one, depth + 1));
  const behind = statementRoots(source, node) ?? [compose(source, node)];
  // A name for one value is treated where it is used; one for a text that is put together, in its parts.
  const roots = behind.every(({ pieces }) => pieces.length === 1) ? [compose(source, node)] : behind;
  return roots.flatMap(({ pieces }) => {
    const texts = pieces.map((piece) => (piece.kind === 'text' ? plainText(piece.units) : ''));
    return pieces.flatMap((piece, i) => {
      if (piece.kind === 'text' || isConstant(source, piece.node)) return [];
      const { node: one, embedded } = piece;
      return {
        node: one,
        before: texts.slice(0, i).join(''),
        after: texts.slice(i + 1).join(''),
        whole: pieces.length === 1,
        embedded,
        prefix: '',
      };
    });
  });
}

/** `{ name }`: the parts of the text that the name stands for, else the name. */
function shorthand(source: Source, node: SyntaxNode, depth: number): DynamicValue[] {
  const value = soleValue(source, node);
  const parts = value ? dynamicIn(source, value, depth + 1) : [];
  if (value && (isConstant(source, value) || parts.some(({ whole }) => !whole))) return parts;
  const prefix = `${source.textOf(node)}: `;
  return [{ node, before: '', after: '', whole: true, embedded: false, prefix }];
}

function isConstant(source: Source, node: SyntaxNode): boolean {
  const one = bare(node);
  if (skipped.test(one.type) || /^(?:string|string_literal)$/.test(one.type)) return true;
  if (one.type === 'identifier')
    return /^(?:string|number|integer|true|false|decimal)/.test(resolved(source, one).type);
  return /^(?:Level|logging|HttpStatus|HttpHeaders|MediaType)\.[A-Z_]+$/.test(source.textOf(one));
}
