import { callOf } from '../../fixes/calls.ts';
import { variableOf } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';

/** What the use of a value proves about its kind: `other` is one that neither a number nor plain data can have. */
export type Use = 'number' | 'data' | 'other' | 'unknown';

/** Names that a value is followed through before its use counts as unknown. */
const maximumSteps = 3;

/** How an expression's value is used, through the names that it is given to. */
export function usesOf(source: Source, value: SyntaxNode, steps = 0): readonly Use[] {
  const node = outermost(source, value);
  const parent = source.parentOf(node);
  if (!parent) return ['unknown'];
  const target = targetOf(parent, node);
  if (target?.type === 'identifier') {
    const variable = steps < maximumSteps ? variableOf(source, target) : undefined;
    if (!variable || variable.isParameter || variable.writes.length !== 1) return ['unknown'];
    return variable.reads.flatMap((read) => usesOf(source, read, steps + 1));
  }
  if (target) return [/^(?:object|array)_pattern$/.test(target.type) ? 'data' : 'unknown'];
  return [source.language === 'python' ? inPython(source, node, parent) : inJavascript(source, node, parent)];
}

/** With the parentheses, awaits and assertions around it. */
function outermost(source: Source, value: SyntaxNode): SyntaxNode {
  let node = value;
  for (let parent = source.parentOf(node); parent; parent = source.parentOf(node)) {
    if (!/^(?:parenthesized_expression|non_null_expression|as_expression)$/.test(parent.type)) break;
    if (parent.children[0] !== node) break;
    node = parent;
  }
  return node;
}

/** What an assignment or a declaration gives the value to. */
function targetOf(parent: SyntaxNode, node: SyntaxNode): SyntaxNode | undefined {
  if (parent.type === 'variable_declarator' && fieldOf(parent, 'value') === node)
    return fieldOf(parent, 'name');
  if (!/^assignment(?:_expression)?$/.test(parent.type) || fieldOf(parent, 'right') !== node)
    return undefined;
  return fieldOf(parent, 'left');
}

const arithmetic = /^(?:[-*/%]|\*\*|\/\/)$/;
const ordering = /^[<>]=?$/;
const isNumber = (node: SyntaxNode | undefined): boolean =>
  node !== undefined && /^(?:number|integer|float)$/.test(node.type);

function inJavascript(source: Source, node: SyntaxNode, parent: SyntaxNode): Use {
  const code = fieldOf(parent, 'operator');
  const operator = code ? source.textOf(code) : '';
  switch (parent.type) {
    case 'binary_expression': {
      const other = fieldOf(parent, 'left') === node ? fieldOf(parent, 'right') : fieldOf(parent, 'left');
      if (arithmetic.test(operator) || /^(?:[|&^]|<<|>>>?)$/.test(operator)) return 'number';
      return (ordering.test(operator) || operator === '+') && isNumber(other) ? 'number' : 'unknown';
    }
    case 'unary_expression':
      return /^[-+~]$/.test(operator) ? 'number' : 'unknown';
    case 'spread_element':
      return 'data';
    case 'for_in_statement':
      return fieldOf(parent, 'right') === node ? 'data' : 'unknown';
    case 'subscript_expression':
      return fieldOf(parent, 'object') === node ? 'data' : 'unknown';
    case 'member_expression':
      return memberUse(source, parent, fieldOf(parent, 'property'), arrayMethods, /^to(?:Fixed|Precision)$/);
    case 'arguments':
      return argumentUse(source, parent);
    case 'call_expression':
      return 'other';
    default:
      return 'unknown';
  }
}

const arrayMethods =
  /^(?:map|filter|forEach|some|every|find|findIndex|reduce|flatMap|slice|join|sort|concat|entries|keys|values|at)$/;

function argumentUse(source: Source, list: SyntaxNode): Use {
  const call = callOf(source, source.parentOf(list));
  if (!call) return 'unknown';
  const receiver = call.receiver ? source.textOf(call.receiver) : '';
  if (receiver === 'Math') return 'number';
  if (receiver === '' && /^(?:Number|parseInt|parseFloat)$/.test(call.name)) return 'number';
  return (receiver === 'Object' && /^(?:keys|values|entries)$/.test(call.name)) ||
    (receiver === 'Array' && call.name === 'from') ||
    (receiver === 'JSON' && call.name === 'stringify')
    ? 'data'
    : 'unknown';
}

/** A property that is read belongs to data; a method that is called is one of numbers, of lists, or of the program's own. */
function memberUse(
  source: Source,
  member: SyntaxNode,
  property: SyntaxNode | undefined,
  ofData: RegExp,
  ofNumbers?: RegExp,
): Use {
  const name = property ? source.textOf(property) : '';
  const around = source.parentOf(member);
  const isCalled = around !== undefined && fieldOf(around, 'function') === member;
  if (ofNumbers?.test(name)) return 'number';
  if (isCalled) return ofData.test(name) ? 'data' : 'other';
  // Texts, lists and functions have it alike.
  return name === 'length' ? 'unknown' : 'data';
}

function inPython(source: Source, node: SyntaxNode, parent: SyntaxNode): Use {
  switch (parent.type) {
    case 'binary_operator': {
      const code = fieldOf(parent, 'operator');
      const other = fieldOf(parent, 'left') === node ? fieldOf(parent, 'right') : fieldOf(parent, 'left');
      const operator = code ? source.textOf(code) : '';
      // `%` formats, and `*` repeats, where a text stands beside it.
      return arithmetic.test(operator) && !/string/.test(other?.type ?? '') ? 'number' : 'unknown';
    }
    case 'unary_operator':
      return 'number';
    case 'comparison_operator': {
      const code = fieldOf(parent, 'operators');
      const operator = code ? source.textOf(code) : '';
      if (/in$/.test(operator)) return parent.children.at(-1) === node ? 'data' : 'unknown';
      return ordering.test(operator) && parent.children.some(isNumber) ? 'number' : 'unknown';
    }
    case 'for_statement':
    case 'for_in_clause':
      return fieldOf(parent, 'right') === node ? 'data' : 'unknown';
    case 'list_splat':
    case 'dictionary_splat':
      return 'data';
    case 'subscript':
      return fieldOf(parent, 'value') === node ? 'data' : 'unknown';
    case 'attribute':
      return memberUse(source, parent, fieldOf(parent, 'attribute'), mappingMethods) === 'data' &&
        mappingMethods.test(source.textOf(fieldOf(parent, 'attribute') ?? parent))
        ? 'data'
        : 'other';
    case 'argument_list':
      return pythonArgument(source, parent);
    case 'call':
      return 'other';
    default:
      return 'unknown';
  }
}

const mappingMethods = /^(?:items|keys|values|get|append|extend|index|count|copy)$/;

function pythonArgument(source: Source, list: SyntaxNode): Use {
  const call = callOf(source, source.parentOf(list));
  if (!call || call.receiver) return 'unknown';
  if (/^(?:int|float|abs|round|range|complex)$/.test(call.name)) return 'number';
  return /^(?:dict|list|tuple|set|frozenset|len|sorted|sum|min|max|enumerate|zip)$/.test(call.name)
    ? 'data'
    : 'unknown';
}
