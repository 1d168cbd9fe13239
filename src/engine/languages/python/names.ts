import type { Context } from './context.ts';

/** `a/b/__init__.py` → `a.b`, `a/b/c.py` → `a.b.c`. */
export function moduleNameOf(path: string): { readonly name: string; readonly packageName: string } {
  const segments = path.replace(/\.pyw?$/, '').split('/');
  const last = segments[segments.length - 1];
  const folder = segments.slice(0, -1).join('.');
  return last === '__init__'
    ? { name: folder, packageName: folder }
    : { name: segments.join('.'), packageName: folder };
}

/** A module name as written → the absolute dotted one; relative ones start at this module's package. */
export function absoluteModule(written: string, context: Context): string {
  let dots = 0;
  while (written[dots] === '.') dots++;
  if (dots === 0) return written;
  const packages = context.packageName === '' ? [] : context.packageName.split('.');
  const base = packages.slice(0, Math.max(0, packages.length - (dots - 1)));
  const rest = written.slice(dots);
  return [...base, ...(rest === '' ? [] : [rest])].join('.');
}

export function qualifiedClassName(name: string, context: Context): string {
  return [context.moduleName, ...context.classNames, name].filter((part) => part !== '').join('.');
}
