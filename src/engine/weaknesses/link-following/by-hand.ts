import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text, value }) =>
    text.includes('preservePaths')
      ? text.replace(/preservePaths:\s*true/, 'preservePaths: false')
      : `if (!path.resolve(folder, ${value}).startsWith(folder + path.sep)) throw new Error('The link leaves the folder.');`,
  python: ({ text, name }) =>
    /^extract/.test(name)
      ? text.replace(/\)(\s*)$/, ', filter="data")$1')
      : 'if not (folder / target).resolve().is_relative_to(folder):\n    raise ValueError("The link leaves the folder.")',
  java: ({ value }) =>
    `if (!folder.resolve(${value}).normalize().startsWith(folder)) throw new IOException("The link leaves the folder.");`,
};
