import type { Finding } from '../../finding.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { callOf, isCall } from '../calls.ts';
import { type Edit, mapOffset } from '../edits.ts';
import { type Source, walk } from '../source.ts';

/** One file before and after a change, parsed. */
export interface ParsedChange {
  readonly before: Source;
  readonly after: Source;
  readonly edits: readonly Edit[];
}

/**
 * Code that is deleted, switched off or never reached has no issue any more either. What a change that claims to fix one
 * may not do to the code around it, as sentences; empty where there is nothing to say against it.
 */
export function lostCode(change: ParsedChange, finding: Finding): string[] {
  const { before, after } = change;
  const { path } = after;
  return [
    ...goneFunctions(before, after).map((name) => `It takes ${name} out of ${path}.`),
    ...uncalled(before, after).map((name) => `It adds ${name} to ${path}, which nothing calls.`),
    ...shrunk(change),
    ...(deadStatements(after) > deadStatements(before)
      ? [`It leaves code in ${path} that is never reached.`]
      : []),
    ...(fixedConditions(after) > fixedConditions(before)
      ? [`It adds a condition to ${path} that always has the same outcome.`]
      : []),
    ...(finding.file === path && isInputUnused(change, finding)
      ? [`What came in is not used any more in ${path}: the code does not do its work.`]
      : []),
  ];
}

const functionTypes: ReadonlySet<string> = new Set([
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'method_declaration',
  'constructor_declaration',
  'lambda_expression',
  'function_definition',
  'lambda',
]);
const isClass = ({ type }: SyntaxNode): boolean =>
  /^(?:class|interface|enum|record)_(?:declaration|definition)$/.test(type);
const isFunction = ({ type }: SyntaxNode): boolean => functionTypes.has(type);

/** What functions and classes are called, with how often. */
function declared(source: Source): Map<string, number> {
  const names = new Map<string, number>();
  for (const node of walk(source.root)) {
    if (!isFunction(node) && !isClass(node)) continue;
    const name = nameOf(source, node);
    if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1);
  }
  return names;
}

function nameOf(source: Source, node: SyntaxNode): string | undefined {
  const own = fieldOf(node, 'name');
  if (own) return source.textOf(own);
  const parent = source.parentOf(node);
  const holder = parent && ['name', 'left', 'key'].map((field) => fieldOf(parent, field)).find(Boolean);
  return holder && holder !== node ? source.textOf(holder) : undefined;
}

function goneFunctions(before: Source, after: Source): string[] {
  const left = declared(after);
  return [...declared(before)].flatMap(([name, count]) => ((left.get(name) ?? 0) < count ? [name] : []));
}

function uncalled(before: Source, after: Source): string[] {
  const known = declared(before);
  return [...declared(after).keys()].filter((name) => {
    if (known.has(name) || !/^\w+$/.test(name)) return false;
    return (after.text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0) < 2;
  });
}

/** A function may lose this part of what it says, and a file that part of the functions that are changed. */
const mostLost = 0.4;
const fewTokens = 10;

function shrunk({ before, after, edits }: ParsedChange): string[] {
  const touched = new Set(
    edits.flatMap(({ at, end }) => before.around(before.covering({ at, end }), ...functionTypes) ?? []),
  );
  const afterwards = [...walk(after.root)].filter(isFunction);
  const reasons: string[] = [];
  let sizes = 0;
  for (const node of touched) {
    const size = tokensIn(node);
    sizes += size;
    const at = mapOffset(edits, node.at);
    const name = nameOf(before, node);
    const [same] = afterwards
      .filter((one) => nameOf(after, one) === name)
      .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
    if (!same || tokensIn(same) < size * (1 - mostLost))
      reasons.push(`It takes most of ${name ?? 'a function'} out of ${after.path}.`);
  }
  const lost = tokensIn(before.root) - tokensIn(after.root);
  if (reasons.length === 0 && lost > Math.max(fewTokens, sizes * mostLost))
    reasons.push(`It takes more code out of ${after.path} than a fix has to.`);
  return reasons;
}

function tokensIn(node: SyntaxNode): number {
  let count = 0;
  for (const { children } of walk(node)) if (children.length === 0) count++;
  return count;
}

const leaves = /^(?:return|throw|raise|break|continue)_statement$/;

function deadStatements({ root }: Source): number {
  let count = 0;
  for (const { children } of walk(root)) {
    const from = children.findIndex(({ type }) => leaves.test(type));
    if (from >= 0)
      count += children.slice(from + 1).filter(({ type }) => /statement|declaration/.test(type)).length;
  }
  return count;
}

const constants =
  /^(?:!*\(*(?:true|false|True|False|None|null|undefined|\d+|''|"")\)*|not\s+(?:True|False|None|\d+))$/;

/** Conditions, and operands of `and` and `or`, that are constants. */
function fixedConditions(source: Source): number {
  let count = 0;
  for (const node of walk(source.root)) {
    const isOperand =
      /^(?:boolean_operator|binary_expression)$/.test(source.parentOf(node)?.type ?? '') &&
      node.children.length === 0 &&
      /^(?:true|false|none)$/i.test(node.type);
    if (
      isOperand ||
      (node.field === 'condition' && constants.test(source.textOf(node).replaceAll(/\s+/g, ' ').trim()))
    )
      count++;
  }
  return count;
}

/** Whether nothing of what the flow carried is handed on any more in the function that it ended in. */
function isInputUnused({ before, after, edits }: ParsedChange, finding: Finding): boolean {
  const steps = finding.codeFlows.flatMap((flow) => flow.steps).filter(({ file }) => file === before.path);
  if (steps.length === 0) return false;
  const sink = before.covering(before.offsetsOf(finding.range));
  const around = before.around(sink, ...functionTypes) ?? before.root;
  const at = mapOffset(edits, around.at);
  const name = nameOf(before, around);
  const [now] =
    around === before.root
      ? [after.root]
      : [...walk(after.root)]
          .filter((node) => isFunction(node) && nameOf(after, node) === name)
          .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  if (!now) return true;
  const carried = new Set<string>();
  for (const range of [finding.range, ...steps.map((step) => step.range)]) {
    const offsets = before.offsetsOf(range);
    if (offsets.at < around.at || offsets.end > around.end) continue;
    for (const node of walk(around)) {
      if (isName(node) && node.at >= offsets.at && node.end <= offsets.end && !isCallee(before, node))
        carried.add(before.textOf(node));
    }
  }
  if (carried.size === 0) return false;
  for (const node of walk(now)) for (const name of madeOf(after, node, carried)) carried.add(name);
  for (const node of walk(now)) {
    if (isName(node) && carried.has(after.textOf(node)) && isHandedOn(after, node, now)) return false;
  }
  return true;
}

const isName = ({ type }: SyntaxNode): boolean => /^(?:identifier|shorthand_property_identifier)$/.test(type);

/** Variables that an assignment makes of what was carried. */
function madeOf(source: Source, node: SyntaxNode, carried: ReadonlySet<string>): string[] {
  const target = fieldOf(node, 'left') ?? fieldOf(node, 'name');
  const value = fieldOf(node, 'right') ?? fieldOf(node, 'value');
  if (!target || !value || !/^(?:assignment|variable_declarator|augmented)/.test(node.type)) return [];
  const isCarried = [...walk(value)].some((one) => isName(one) && carried.has(source.textOf(one)));
  return isCarried && target.type === 'identifier' ? [source.textOf(target)] : [];
}

function isCallee(source: Source, node: SyntaxNode): boolean {
  const parent = source.parentOf(node);
  return parent !== undefined && isCall(parent) && callOf(source, parent)?.nameNode === node;
}

/** What a value goes into where it is handed on, and where it is only looked at or named. */
const handsOn =
  /^(?:arguments|argument_list|return_statement|object|dictionary|array|list|tuple|array_initializer|template_string|string|interpolation|subscript_expression|subscript|array_access|with_item|method_invocation)$/;
const holdsBack = /^(?:formal_parameters|parameters|lambda_parameters|formal_parameter)$/;

function isHandedOn(source: Source, node: SyntaxNode, within: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = node; at && at !== within; at = source.parentOf(at)) {
    if (at.field === 'condition' || holdsBack.test(at.type)) return false;
    if (at !== node && handsOn.test(at.type)) return true;
    if (/^assignment/.test(at.type)) {
      const left = fieldOf(at, 'left');
      if (left && left.at <= node.at && node.end <= left.end) return false;
      if (left && /^(?:member_expression|attribute|field_access|subscript)/.test(left.type)) return true;
    }
  }
  return within.type === 'arrow_function' && fieldOf(within, 'body')?.type !== 'statement_block';
}
