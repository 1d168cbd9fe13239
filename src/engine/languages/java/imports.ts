import type { ImportBinding } from '../../ir/ir.ts';
import { childOf, type SyntaxNode, writtenIn } from '../syntax.ts';

export interface Header {
  readonly packageName: string;
  readonly imports: readonly ImportBinding[];
  readonly wildcards: readonly string[];
  readonly importedTypes: ReadonlyMap<string, string>;
  readonly staticImports: ReadonlySet<string>;
}

/** The package and the imports of a file. */
export function readHeader(root: SyntaxNode, text: string): Header {
  let packageName = '';
  const imports: ImportBinding[] = [];
  const wildcards: string[] = [];
  const importedTypes = new Map<string, string>();
  const staticImports = new Set<string>();
  for (const node of root.children) {
    if (node.type === 'package_declaration') packageName = pathIn(node, text);
    if (node.type !== 'import_declaration') continue;
    const path = pathIn(node, text);
    if (path === '') continue;
    if (childOf(node, 'asterisk')) {
      wildcards.push(path);
      continue;
    }
    const dot = path.lastIndexOf('.');
    const local = path.slice(dot + 1);
    imports.push({
      at: node.at,
      end: node.end,
      local,
      module: path.slice(0, Math.max(dot, 0)),
      member: local,
    });
    if (childOf(node, 'static')) staticImports.add(local);
    else importedTypes.set(local, path);
  }
  return { packageName, imports, wildcards, importedTypes, staticImports };
}

function pathIn(node: SyntaxNode, text: string): string {
  const path = childOf(node, 'scoped_identifier') ?? childOf(node, 'identifier');
  return path ? writtenIn(text, path).replace(/\s+/g, '') : '';
}
