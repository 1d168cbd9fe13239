import { childOf, fieldOf, type SyntaxNode } from '../languages/syntax.ts';
import { bare } from './calls.ts';
import { type Source, walk } from './source.ts';

const functionTypes = [
  'function_declaration',
  'function_expression',
  'generator_function_declaration',
  'generator_function',
  'arrow_function',
  'method_definition',
  'method_declaration',
  'constructor_declaration',
  'lambda_expression',
  'function_definition',
  'lambda',
  'static_initializer',
];

/** The function around a node, or the whole file. */
export function functionAround(source: Source, node: SyntaxNode): SyntaxNode {
  return source.around(source.parentOf(node), ...functionTypes) ?? source.root;
}

/** The first of some names for a new variable that the function around a node does not mention. */
export function unusedName(source: Source, node: SyntaxNode, wishes: readonly string[]): string | undefined {
  const text = source.textOf(functionAround(source, node));
  return wishes.find((wish) => !new RegExp(`\\b${wish}\\b`).test(text));
}

export const isFunction = (node: SyntaxNode): boolean => functionTypes.includes(node.type);

/** The statement that a node is part of: what stands directly in a block or the file. */
export function statementAround(source: Source, node: SyntaxNode): SyntaxNode {
  let at = node;
  for (let parent = source.parentOf(at); parent && !isBlock(parent); parent = source.parentOf(at))
    at = parent;
  return at;
}

const blockTypes = new Set([
  'program',
  'module',
  'statement_block',
  'block',
  'class_body',
  'constructor_body',
  'switch_case',
  'switch_default',
  'switch_block_statement_group',
  'interface_body',
  'enum_body_declarations',
]);
export const isBlock = (node: SyntaxNode): boolean => blockTypes.has(node.type);

/** How a local name gets its values. */
export interface Variable {
  readonly name: string;
  /** The function, or the file, that it belongs to. */
  readonly scope: SyntaxNode;
  /** `const x = value`, `x = value`: in the order of the text. */
  readonly writes: readonly Write[];
  /** Every other place where the name is read. */
  readonly reads: readonly SyntaxNode[];
  readonly isParameter: boolean;
}

export interface Write {
  /** The declarator, assignment or augmented assignment. */
  readonly node: SyntaxNode;
  readonly value: SyntaxNode | undefined;
  /** `+=` and the like. */
  readonly augmented: boolean;
  readonly declares: boolean;
}

const writeTypes = new Set([
  'variable_declarator',
  'assignment_expression',
  'augmented_assignment_expression',
  'assignment',
  'augmented_assignment',
  'named_expression',
  'resource',
]);

/**
 * The variable that an identifier names, looked for in the function around it and those around that, then in the
 * file. Shadowing within blocks of one function is not told apart: the writes then are more than one, and count so.
 */
export function variableOf(source: Source, identifier: SyntaxNode): Variable | undefined {
  if (!/^(?:identifier|shorthand_property_identifier)$/.test(identifier.type)) return undefined;
  const name = source.textOf(identifier);
  for (let scope = functionAround(source, identifier); ; scope = functionAround(source, scope)) {
    const writes: Write[] = [];
    const reads: SyntaxNode[] = [];
    for (const node of walk(scope)) {
      if (writeTypes.has(node.type)) {
        const target = fieldOf(node, 'name') ?? fieldOf(node, 'left');
        if (target?.type === 'identifier' && source.textOf(target) === name) {
          writes.push({
            node,
            value: fieldOf(node, 'value') ?? fieldOf(node, 'right'),
            augmented: node.type.startsWith('augmented') || isCompound(source, node),
            declares: node.type === 'variable_declarator' || node.type === 'resource',
          });
        }
      }
      if (
        node.type === 'identifier' &&
        source.textOf(node) === name &&
        !isWritten(source, node) &&
        !isName(source, node)
      )
        reads.push(node);
    }
    const isParameter = scope !== source.root && hasParameter(source, scope, name);
    const owns =
      isParameter ||
      writes.some((write) => write.declares) ||
      (source.language === 'python' && writes.length > 0);
    if (owns || (scope === source.root && writes.length > 0))
      return { name, scope, writes, reads, isParameter };
    if (scope === source.root) return undefined;
  }
}

/** Java's `+=` is an assignment expression with another operator. */
function isCompound(source: Source, node: SyntaxNode): boolean {
  if (node.type !== 'assignment_expression') return false;
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  return left !== undefined && right !== undefined && source.text.slice(left.end, right.at).trim() !== '=';
}

function isWritten(source: Source, identifier: SyntaxNode): boolean {
  const parent = source.parentOf(identifier);
  return (
    parent !== undefined &&
    writeTypes.has(parent.type) &&
    (fieldOf(parent, 'name') ?? fieldOf(parent, 'left')) === identifier
  );
}

/** Whether an identifier is only a name: of a method that is called, a field, a keyword argument. */
function isName(source: Source, identifier: SyntaxNode): boolean {
  const parent = source.parentOf(identifier);
  if (!parent) return false;
  if (parent.type === 'method_invocation') return fieldOf(parent, 'name') === identifier;
  if (parent.type === 'field_access') return fieldOf(parent, 'field') === identifier;
  if (parent.type === 'attribute') return fieldOf(parent, 'attribute') === identifier;
  return parent.type === 'keyword_argument' && fieldOf(parent, 'name') === identifier;
}

function hasParameter(source: Source, fn: SyntaxNode, name: string): boolean {
  const parameters =
    fieldOf(fn, 'parameters') ?? fieldOf(fn, 'parameter') ?? childOf(fn, 'formal_parameters');
  if (!parameters) return false;
  for (const node of walk(parameters)) {
    if (
      (node.type === 'identifier' || node.type === 'shorthand_property_identifier_pattern') &&
      source.textOf(node) === name
    )
      return true;
  }
  return false;
}

/** The only value that a name can have, where it is written once. */
export function soleValue(source: Source, identifier: SyntaxNode): SyntaxNode | undefined {
  const variable = variableOf(source, identifier);
  if (!variable || variable.isParameter || variable.writes.length !== 1) return undefined;
  const [write] = variable.writes;
  return write && !write.augmented && write.value ? bare(write.value) : undefined;
}

/** The expression itself, or what stands behind a name that is written once, a few steps far. */
export function resolved(source: Source, node: SyntaxNode): SyntaxNode {
  let at = bare(node);
  for (let steps = 0; steps < 4 && at.type === 'identifier'; steps++) {
    const value = soleValue(source, at);
    if (!value) return at;
    at = value;
  }
  return at;
}

/** The declared type of a Java name, as it is written. */
export function declaredType(source: Source, name: string, from: SyntaxNode): string | undefined {
  for (let scope = functionAround(source, from); ; scope = functionAround(source, scope)) {
    for (const node of walk(scope)) {
      if (
        !['local_variable_declaration', 'field_declaration', 'formal_parameter', 'resource'].includes(
          node.type,
        )
      )
        continue;
      const named = node.children.some(
        (child) =>
          (child.field === 'name' && source.textOf(child) === name) ||
          (child.type === 'variable_declarator' && source.textOf(fieldOf(child, 'name') ?? child) === name),
      );
      const type = named ? fieldOf(node, 'type') : undefined;
      if (type) return source.textOf(type);
    }
    if (scope === source.root) return undefined;
  }
}
