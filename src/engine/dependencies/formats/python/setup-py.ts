import { type LocatedValue, membersOf } from '../../../files/structured/value.ts';
import type { ManifestFormat, PackageEntry } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { pythonLiteral } from './literals.ts';
import { scopeOfGroup } from './requirement.ts';
import { requirementList } from './requirement-list.ts';

/** Assignments of one file that are looked at. */
const maximumAssignments = 1_000;

/** setup.py of setuptools: what is written as literals, by itself or under a name of the module. Nothing is run. */
export const setupPy: ManifestFormat = {
  id: 'setup.py',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'setup.py',
  read(text) {
    const place = new Place(text);
    const packages: PackageEntry[] = [];
    const keyword = /\b(install_requires|tests_require|extras_require)\s*=\s*(?!=)/g;
    for (const match of [...text.matchAll(keyword)].slice(0, maximumAssignments)) {
      if (isComment(text, match.index)) continue;
      const group = match[1] ?? '';
      const at = match.index + match[0].length;
      const value = pythonLiteral(text, at) ?? namedLiteral(text, at);
      if (value && /^\s*[.+]/.test(text.slice(value.end, value.end + 200)))
        place.problem(value.end, `What else ${group} is computed from was not followed.`);
      if (!value) place.problem(at, `What ${group} is computed from was not followed.`);
      else if (group === 'extras_require') {
        for (const [extra, { value: list }] of membersOf(value))
          packages.push(...requirementList(listOf(list), extra, scopeOfGroup(extra), place));
      } else {
        const scope = group === 'tests_require' ? 'development' : 'production';
        packages.push(...requirementList(listOf(value), group, scope, place));
      }
    }
    return { packages, problems: place.problems };
  },
};

/** Whether a comment begins before the offset on its line. */
function isComment(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 1_000), offset);
  return before.slice(before.lastIndexOf('\n') + 1).includes('#');
}

/** One requirement may stand without a list. */
const listOf = (value: LocatedValue): LocatedValue =>
  value.kind === 'text' ? { kind: 'list', items: [value], start: value.start, end: value.end } : value;

/** The literal that a name of the module stands for, where it is assigned once. */
function namedLiteral(text: string, at: number): LocatedValue | undefined {
  const name = /^[A-Za-z_]\w*(?=\s*[,)\n])/.exec(text.slice(at, at + 200))?.[0];
  if (name === undefined) return undefined;
  const assignments = [...text.matchAll(new RegExp(`^${name}\\s*=\\s*(?!=)`, 'gm'))];
  const [only] = assignments;
  return assignments.length === 1 && only ? pythonLiteral(text, only.index + only[0].length) : undefined;
}
