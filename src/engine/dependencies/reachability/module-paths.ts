/** Whether a dotted name is another one, or lies below it. */
export const isBelow = (name: string, above: string): boolean =>
  name === above || name.startsWith(`${above}.`);

/** The package that a specifier of JavaScript's means: `@scope/name`, or what stands before the first slash. */
export function packageOf(specifier: string): string {
  const parts = specifier.replace(/^npm:/, '').split('/', 2);
  const name = parts[0]?.startsWith('@') ? parts.join('/') : (parts[0] ?? '');
  return name.replace(/(?<=.)@[\^~\d].*$/, '');
}

/** What a specifier names in its package: `lodash/fp/template.js` is `fp` and `template`; where built files lie says nothing. */
export function memberPath(specifier: string): readonly string[] {
  const own = packageOf(specifier);
  const inside = specifier.replace(/^npm:/, '').slice(own.length + 1);
  return inside
    .replace(/\.(?:[cm]?[jt]s|json)$/, '')
    .split('/')
    .filter(
      (part) =>
        part !== '' && !/^(?:lib|dist|src|build|cjs|esm|es|umd|commonjs|index|main|modern|fp)$/.test(part),
    );
}

/** The dotted name of a member of a module of Python's; `.` and `..` end in their separator already. */
export const joined = (module: string, member: string): string =>
  member === '' ? module : module.endsWith('.') ? `${module}${member}` : `${module}.${member}`;
