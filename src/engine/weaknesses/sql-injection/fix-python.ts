import { bare, type Call, callAt } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { noFix, type Situation, type Strategy } from '../../fixes/fix.ts';
import { sinkApi } from '../../fixes/sink.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import { render } from '../../fixes/text/render.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';
import { nameGuard, namesOnly } from './name-guard.ts';
import { namer } from './names.ts';
import { type Parameter, parameterise, statementRoots } from './parameterise.ts';
import { valueCode } from './values.ts';
import { explained, namesLeft, nothingToBind } from './wording.ts';

type Place = '?' | '%s' | '$' | ':';

/** Modules that talk to a database, with how their statements mark a value (PEP 249, `paramstyle`). */
const drivers: readonly (readonly [RegExp, Place])[] = [
  [/\bimport\s+sqlite3\b|\bfrom\s+sqlite3\b|\baiosqlite\b|\bpyodbc\b|\bduckdb\b|\bimport\s+libsql/, '?'],
  [
    /\bpsycopg2?\b|\bMySQLdb\b|\bpymysql\b|\bmysql\.connector\b|\bimport\s+mysql\b|\bfrom\s+mysql\b|\bdjango\b|\bpymssql\b|\bcymysql\b|\baiomysql\b|\bpg8000\b/,
    '%s',
  ],
];

const declared: readonly (readonly [readonly string[], Place])[] = [
  [
    [
      'psycopg2',
      'psycopg2-binary',
      'psycopg',
      'mysqlclient',
      'PyMySQL',
      'mysql-connector-python',
      'Django',
      'flask-mysqldb',
    ],
    '%s',
  ],
  [['pyodbc', 'aiosqlite'], '?'],
];

interface Binding {
  readonly place: Place;
  /** A sequence as the next argument, the values themselves, a chained `bindparams`, or the keyword `params`. */
  readonly how: 'sequence' | 'spread' | 'bindparams' | 'params';
}

function bindingOf({ finding, source, project }: Situation, call: Call): Binding | undefined {
  const api = sinkApi(finding);
  if (call.name === 'text') return { place: ':', how: 'bindparams' };
  if (/^asyncpg/.test(api)) return { place: '$', how: 'spread' };
  if (/^django\.db\.models/.test(api) || call.name === 'RawSQL') {
    if (call.name === 'raw' || call.name === 'RawSQL') return { place: '%s', how: 'sequence' };
    return undefined;
  }
  const place = placeOf(source, project);
  if (/^peewee\.Model/.test(api)) return place && { place, how: 'spread' };
  if (/^pandas/.test(api)) return place && { place, how: 'params' };
  if (/executescript|executemany/.test(call.name)) return undefined;
  if (/^sqlalchemy/.test(api) && call.name === 'execute') return undefined;
  return place && { place, how: 'sequence' };
}

function placeOf(source: Source, project: Situation['project']): Place | undefined {
  const found = drivers.filter(([pattern]) => pattern.test(source.text)).map(([, place]) => place);
  if (new Set(found).size === 1) return found[0];
  const marked = /execute\w{0,20}\(\s*f?["'](?:[^"'%?]|%(?!s))*(%s|\?)[^"']*["']\s*,/.exec(source.text)?.[1];
  if (marked === '%s' || marked === '?') return marked;
  if (found.length > 0) return undefined;
  const around = project
    .neighbours()
    .flatMap((text) => drivers.filter(([pattern]) => pattern.test(text)).map(([, place]) => place));
  if (new Set(around).size === 1) return around[0];
  const listed = declared
    .filter(([names]) => names.some((name) => project.uses(name)))
    .map(([, place]) => place);
  return new Set(listed).size === 1 ? listed[0] : undefined;
}

const unknownDriver =
  'Nothing in the file or the project says which database driver runs the statement, and drivers differ in how values are marked. Write a place for each value, as the driver in use has them, and hand the values over beside the statement.';

/** Values leave the statement and are handed over beside it. */
const pythonSql: Strategy = {
  languages: ['python'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    if (call?.name === 'extra') return extra(source, call);
    const first =
      call?.args[0] ??
      call?.keywords.get('sql') ??
      call?.keywords.get('query') ??
      call?.keywords.get('operation');
    if (!call?.list || !first) return undefined;
    const roots = statementRoots(source, first);
    if (!roots) return noFix(nothingToBind);
    const binding = bindingOf(situation, call);
    if (!binding) return namesOnly(source, call.node, roots) ?? noFix(unknownDriver);
    const names = namer();
    const given = call.args[1] ?? call.keywords.get('params') ?? call.keywords.get('parameters');
    const guard = nameGuard(source, call.node);
    const result = parameterise(
      source,
      roots,
      (index, parameter) =>
        binding.place === '$'
          ? `$${index + 1 + positions(source, call)}`
          : binding.place === ':'
            ? `:${names(parameter, index)}`
            : binding.place,
      { doublePercent: binding.place === '%s' && given === undefined, guard: guard.wrap },
    );
    if (!result) return noFix(namesLeft);
    const codes = result.parameters.map((parameter) => valueCode(source, parameter));
    const edits: Edit[] = [...result.roots].map(([root, pieces]) =>
      replaced(root.node, render(source, pieces)),
    );
    if (result.guarded > 0) edits.push(...guard.edits());
    if (codes.length === 0) return { ...explained(result), edits };
    const placed = placedValues(call, binding, first, codes, result.parameters, namer());
    if (!placed) return undefined;
    return { ...explained(result), edits: [...edits, ...placed] };
  },
};

const positions = (source: Source, call: Call): number =>
  Math.max(0, ...[...source.textOf(call.node).matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));

function placedValues(
  call: Call,
  { how, place }: Binding,
  statement: SyntaxNode,
  codes: readonly string[],
  parameters: readonly Parameter[],
  names: ReturnType<typeof namer>,
): Edit[] | undefined {
  const after = (at: number, text: string): Edit[] => [{ at, end: at, text }];
  switch (how) {
    case 'spread':
      return after((call.args.at(-1) ?? statement).end, `, ${codes.join(', ')}`);
    case 'bindparams': {
      const pairs = codes.map((code, i) => `${names(parameters[i] as Parameter, i)}=${code}`).join(', ');
      return after(call.node.end, `.bindparams(${pairs})`);
    }
    case 'params': {
      if (call.keywords.has('params')) return undefined;
      return after((call.list as SyntaxNode).end - 1, `, params=${tuple(codes)}`);
    }
    case 'sequence': {
      const given =
        call.args[1] ??
        call.keywords.get('params') ??
        call.keywords.get('parameters') ??
        call.keywords.get('vars');
      if (!given)
        return after(
          statement.end,
          `, ${place === '%s' && /raw|RawSQL/.test(call.name) ? `[${codes.join(', ')}]` : tuple(codes)}`,
        );
      return into(bare(given), parameters, codes);
    }
  }
}

const tuple = (codes: readonly string[]): string =>
  codes.length === 1 ? `(${codes[0]},)` : `(${codes.join(', ')})`;

/** Values go where their places stand among those that are there. */
function into(
  given: SyntaxNode,
  parameters: readonly Parameter[],
  codes: readonly string[],
): Edit[] | undefined {
  if (given.type !== 'tuple' && given.type !== 'list') return undefined;
  const items = given.children;
  if (items.length === 0)
    return [replaced(given, given.type === 'tuple' ? tuple(codes) : `[${codes.join(', ')}]`)];
  return parameters.map((parameter, i): Edit => {
    const code = codes[i] ?? '';
    const next = items[Math.min(parameter.before, items.length)];
    if (next) return { at: next.at, end: next.at, text: `${code}, ` };
    const last = items.at(-1) as SyntaxNode;
    return { at: last.end, end: last.end, text: `, ${code}` };
  });
}

/** `extra(where=["name = '%s'" % x])` has its values in `params`. */
function extra(source: Source, call: Call) {
  const where = call.keywords.get('where');
  if (where?.type !== 'list' || call.keywords.has('params') || where.children.length !== 1) return undefined;
  const [condition] = where.children;
  const roots = condition && statementRoots(source, condition);
  const result = roots && parameterise(source, roots, () => '%s', { doublePercent: true });
  const pair = source.parentOf(where);
  if (!result || !pair) return noFix(namesLeft);
  const codes = result.parameters.map((parameter) => valueCode(source, parameter));
  return {
    ...explained(result),
    edits: [
      ...[...result.roots].map(([root, pieces]) => replaced(root.node, render(source, pieces))),
      { at: pair.end, end: pair.end, text: `, params=[${codes.join(', ')}]` },
    ],
  };
}

export const fixes: readonly Strategy[] = [pythonSql];
