import type { FamilyId } from '../../languages/registry.ts';
import { dottedTerm, type Term } from '../../languages/term.ts';

/** What names of a file mean elsewhere. */
export interface Imports {
  /** The full names that a name in the file may have. */
  fullNames(dotted: string): readonly string[];
}

interface Imported {
  readonly family: FamilyId;
  of(kind: string): readonly Term[];
}

const textOf = (term: Term, field: string): string | undefined =>
  term.parts.find((part) => part.field === field)?.text;

/** Reads the imports of a file. */
export function importsOf(file: Imported): Imports {
  const names = new Map<string, string>();
  const packages: string[] = [];
  for (const one of file.of('import')) {
    const source = textOf(one, 'source');
    const imported = textOf(one, 'imported');
    const alias = textOf(one, 'alias');
    if (source === undefined) continue;
    if (imported === undefined) {
      // `import a.b`: of the whole name the first part is bound; of a class of Java's the last one.
      if (alias !== undefined) names.set(alias, source);
      else if (/\.[A-Z]\w*$/.test(source)) names.set(source.slice(source.lastIndexOf('.') + 1), source);
    } else if (imported === '*' && alias === undefined) {
      // Of Python's names it cannot be said which of them a module exports.
      if (file.family === 'java') packages.push(source);
    } else if (imported === '*' || imported === 'default') names.set(alias ?? '', source);
    else names.set(alias ?? imported, `${source}.${imported}`);
  }
  for (const one of [...file.of('declare'), ...file.of('assign')]) addRequired(one, names);
  return {
    fullNames: (dotted) => {
      const [first = '', ...rest] = dotted.split('.');
      const known = names.get(first);
      if (known !== undefined) return [[known, ...rest].join('.')];
      return packages.map((one) => `${one}.${dotted}`);
    },
  };
}

/** `const x = require('m')`, `const { y } = require('m')`. */
function addRequired(declaration: Term, names: Map<string, string>): void {
  const left = declaration.parts.find(({ field }) => field === 'left');
  let right = declaration.parts.find(({ field }) => field === 'right');
  let after = '';
  while (right?.kind === 'member') {
    after = `.${right.parts[1]?.text ?? ''}${after}`;
    right = right.parts[0];
  }
  const [callee, module] = right?.parts ?? [];
  if (right?.kind !== 'call' || !callee || dottedTerm(callee) !== 'require' || module?.kind !== 'string')
    return;
  const source = `${module.text.replace(/^node:/, '')}${after}`;
  if (left?.kind === 'name') names.set(left.text, source);
  if (left?.kind === 'object')
    for (const pair of left.parts) {
      const [key, value] = pair.parts;
      if (pair.kind === 'pair' && key && value?.kind === 'name')
        names.set(value.text, `${source}.${key.text}`);
    }
}
