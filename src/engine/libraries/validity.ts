import { isSuperLinear } from '../rules/redos.ts';
import { namedExpressions } from './named-expressions.ts';
import { apiPaths } from './rows.ts';
import type { ApiEntry, Header, SectionName } from './schema.ts';
import { traits } from './traits.ts';

export interface RowProblem {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** The weaknesses that there are, and how each is found. */
export type Kinds = ReadonlyMap<string, 'flow' | 'place' | 'both'>;

const isTrait = (name: string): boolean => traits.some((trait) => trait === name);

/** What the shape of a row does not show: kinds that there are not, other packages' APIs, expensive expressions. */
export function rowProblems(
  section: SectionName,
  row: unknown,
  header: Header,
  { kinds, foreign }: { readonly kinds: Kinds; readonly foreign: boolean },
): readonly RowProblem[] {
  return [
    ...kindProblems(section, row, kinds),
    ...packageProblems(section, row, header.packages),
    ...(foreign ? expressionProblems(row, []) : []),
  ];
}

const member = (row: unknown, key: string): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, key) : undefined;

function kindProblems(section: SectionName, row: unknown, kinds: Kinds): readonly RowProblem[] {
  if (section === 'sources') return [];
  const problems: RowProblem[] = [];
  const check = (name: unknown, path: readonly PropertyKey[], clears: boolean): void => {
    if (typeof name !== 'string' || name === '*' || (clears && isTrait(name))) return;
    const found = kinds.get(name);
    if (found === undefined)
      problems.push({ message: `There is no kind "${name}".${nearest(name, kinds)}`, path });
    else if (section !== 'misuses' && section !== 'decoders' && found === 'place')
      problems.push({ message: `No data flow leads to "${name}"; describe the call under "misuses".`, path });
    else if (section === 'misuses' && found === 'flow')
      problems.push({ message: `"${name}" needs a data flow; describe the call under "sinks".`, path });
  };
  for (const key of ['kind', 'judgedBy']) check(member(row, key), [key], false);
  const cleared = member(row, 'kinds');
  if (Array.isArray(cleared)) for (const [i, name] of cleared.entries()) check(name, ['kinds', i], true);
  return problems;
}

/** The kind that was most likely meant, as the end of a sentence. */
function nearest(name: string, kinds: Kinds): string {
  const parts = name.split(/[-_ ]/).filter((part) => part.length > 2 && part !== 'injection');
  const near = [...kinds.keys()].filter((kind) => parts.some((part) => kind.includes(part)));
  return near.length > 0 ? ` Did you mean ${near.slice(0, 3).join(', ')}?` : '';
}

const subjects = ['apis', 'decorators', 'types'] as const;

/** The names of the rows' own subjects; a type or a package that they lead to may be anybody's. */
function packageProblems(
  section: SectionName,
  row: unknown,
  packages: readonly string[],
): readonly RowProblem[] {
  if (packages.includes('global') || section === 'handlers') return [];
  const isOwn = (path: string): boolean =>
    packages.some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}/`));
  const of = [member(row, 'of')].flat().filter((name) => typeof name === 'string');
  if ((section === 'subtypes' || section === 'aliases') && of.some(isOwn)) return [];
  const key = subjects.find((name) => member(row, name) !== undefined);
  const listed = key === undefined ? [row] : member(row, key);
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((entry: ApiEntry, i) => {
    const foreign = apiPaths([entry]).find((path) => !isOwn(path));
    return foreign === undefined
      ? []
      : [
          {
            message: `"${foreign}" is in none of the packages of this file (${packages.slice(0, 5).join(', ')}). Begin it with its package, or list that.`,
            path: key === undefined ? [] : [key, i],
          },
        ];
  });
}

const expressions = new Set([
  'matches',
  'converted',
  'given',
  'unless',
  'about',
  'only',
  'named',
  'file',
  'method',
  'methods',
  'name',
]);
const maximumExpression = 300;

function expressionProblems(value: unknown, path: readonly PropertyKey[]): readonly RowProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]): readonly RowProblem[] => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (typeof member !== 'string' || !expressions.has(key)) return expressionProblems(member, at);
    const message = expressionProblem(member);
    return message === undefined ? [] : [{ message, path: at }];
  });
}

const named: ReadonlySet<string> = new Set(Object.values(namedExpressions));

function expressionProblem(source: string): string | undefined {
  if (named.has(source)) return undefined;
  if (source.length > maximumExpression)
    return `A regular expression of a model has at most ${maximumExpression} characters.`;
  const cost = isSuperLinear(source, '');
  return cost.superLinear && cost.byRestarts !== true
    ? `This regular expression can take ${cost.reason ?? 'very long'}: write it without repetitions inside repetitions.`
    : undefined;
}
