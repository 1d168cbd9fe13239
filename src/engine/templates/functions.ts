import type { FunctionIR, ModuleIR, Node, Param } from '../ir/ir.ts';
import type { LanguageId } from '../languages/registry.ts';
import * as ir from './nodes.ts';

export const parameter = (node: Node, name: string): Param => ({
  target: ir.variable(node, name),
  decorators: [],
  at: node.at,
  end: node.end,
});

export const functionOf = ({
  index,
  name,
  node,
  params,
  body,
  parent,
}: Pick<FunctionIR, 'index' | 'name' | 'params' | 'body' | 'parent'> & {
  readonly node: Node;
}): FunctionIR => ({
  index,
  kind: 'function',
  name,
  nameAt: node.at,
  params,
  body,
  decorators: [],
  parent,
  cls: undefined,
  isStatic: false,
  isAsync: false,
  isGenerator: false,
  lexicalThis: false,
  at: node.at,
  end: node.end,
});

export const moduleOf = (
  { path, language }: { readonly path: string; readonly language: LanguageId },
  functions: readonly FunctionIR[],
): ModuleIR => ({
  path,
  language,
  name: path,
  imports: [],
  wildcards: [],
  functions,
  classes: [],
  syntaxErrors: 0,
});
