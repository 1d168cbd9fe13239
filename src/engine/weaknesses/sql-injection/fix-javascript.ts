import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { noFix, type Situation, type Strategy } from '../../fixes/fix.ts';
import { sinkApi } from '../../fixes/sink.ts';
import type { Source } from '../../fixes/source.ts';
import { render } from '../../fixes/text/render.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { nameGuard, namesOnly } from './name-guard.ts';
import { namer } from './names.ts';
import { type Parameter, parameterise, statementRoots } from './parameterise.ts';
import { asTaggedTemplate } from './tagged.ts';
import { valueCode } from './values.ts';
import { explained, namesLeft, nothingToBind } from './wording.ts';

/** How a library takes values beside the statement. */
type Binding =
  /** `query(sql, [values], callback)` */
  | { readonly how: 'array'; readonly place: '?' | '$' | ':n' }
  /** `raw(sql, value)` */
  | { readonly how: 'spread'; readonly place: '?' | '$' }
  /** `query(sql, { replacements: [values] })` */
  | { readonly how: 'option'; readonly place: '?'; readonly option: string }
  /** `where(sql, { name: value })` */
  | { readonly how: 'named'; readonly place: ':' }
  /** `request.input('name', value).query(sql)` */
  | { readonly how: 'inputs'; readonly place: '@' }
  /** `prepare(sql).all(values)` */
  | { readonly how: 'prepared'; readonly place: '?' };

const question = { how: 'array', place: '?' } as const;
const dollar = { how: 'array', place: '$' } as const;

function bindingOf({ finding, source, project }: Situation, call: Call): Binding | undefined {
  const api = sinkApi(finding);
  const has = (name: string): boolean => {
    const mentioned = new RegExp(`['"]${name}(?:/[\\w/]+)?['"]`);
    return (
      mentioned.test(source.text) ||
      project.uses(name) ||
      project.neighbours().some((text) => mentioned.test(text))
    );
  };
  if (call.name === '$queryRawUnsafe' || call.name === '$executeRawUnsafe')
    return {
      how: 'spread',
      place: has('mysql2') || has('mysql') || has('better-sqlite3') || has('sqlite3') ? '?' : '$',
    };
  if (/^sequelize/.test(api))
    return call.name === 'query' ? { how: 'option', place: '?', option: 'replacements' } : undefined;
  if (/QueryBuilder/.test(api))
    return /where|having/i.test(call.name) ? { how: 'named', place: ':' } : undefined;
  if (/^knex/.test(api) || /Raw$/.test(call.name)) return question;
  if (/^better-sqlite3/.test(api)) return { how: 'prepared', place: '?' };
  if (/^sqlite3/.test(api)) return call.name === 'exec' ? undefined : question;
  if (/^postgres\b/.test(api) && call.name === 'unsafe') return dollar;
  if (/^oracledb/.test(api)) return { how: 'array', place: ':n' };
  if (/^cassandra-driver/.test(api)) return question;
  if (/^mssql/.test(api) && call.name === 'query' && call.args.length === 1)
    return { how: 'inputs', place: '@' };
  if (/^mysql|^mariadb/.test(api)) return question;
  if (/^pg|^pg-promise/.test(api)) return dollar;
  if (/^mssql|^tedious|^clickhouse|^snowflake|bigquery|^drizzle|^kysely|^postgres|^slonik/.test(api))
    return undefined;
  if (call.name === 'raw' && has('knex')) return question;
  if (
    /models?\.sequelize|sequelize$/i.test(call.receiver ? source.textOf(call.receiver) : '') ||
    (api === 'query' && has('sequelize'))
  )
    return { how: 'option', place: '?', option: 'replacements' };
  const postgres = has('pg') || has('pg-promise') || has('postgres');
  const others = has('mysql') || has('mysql2') || has('sqlite3') || has('mariadb');
  if (postgres === others)
    return has('better-sqlite3') && call.name === 'prepare' ? { how: 'prepared', place: '?' } : undefined;
  return postgres ? dollar : question;
}

const unknownClient =
  'Nothing in the file or the project says which database runs the statement, and clients differ in how they take values. Give the statement a place for each value, as the client in use has them, and hand the values over beside it.';

/** Values leave the statement and are handed over beside it. */
const javascriptSql: Strategy = {
  languages: ['javascript'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    const first = call?.args[0] && bare(call.args[0]);
    if (!call?.list || !first) return undefined;
    const tagged = asTaggedTemplate(source, call, sinkApi(finding));
    if (tagged) return tagged;
    const binding = bindingOf(situation, call);
    if (!binding) {
      const parts = statementRoots(source, first);
      return parts ? (namesOnly(source, call.node, parts) ?? noFix(unknownClient)) : noFix(nothingToBind);
    }
    const { statement, values } =
      first.type === 'object' ? inObject(source, first) : { statement: first, values: undefined };
    if (!statement) return undefined;
    const roots = statementRoots(source, statement);
    if (!roots) return noFix(nothingToBind);
    const names = namer();
    const highest = Math.max(
      0,
      ...[...source.textOf(call.node).matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)),
    );
    const guard = nameGuard(source, call.node);
    const result = parameterise(
      source,
      roots,
      (index, parameter) => {
        if (binding.place === '$') return `$${highest + index + 1}`;
        if (binding.place === ':n') return `:${index + 1}`;
        if (binding.place === '@') return `@${names(parameter, index)}`;
        return binding.place === ':' ? `:${names(parameter, index)}` : '?';
      },
      { guard: guard.wrap },
    );
    if (!result) return noFix(namesLeft);
    const edits: Edit[] = [...result.roots].map(([root, pieces]) => ({
      at: root.node.at,
      end: root.node.end,
      text: render(source, pieces),
    }));
    const codes = result.parameters.map((parameter) => valueCode(source, parameter));
    if (result.guarded > 0) edits.push(...guard.edits());
    if (codes.length === 0) return { ...explained(result), edits };
    const placed =
      first.type === 'object'
        ? inValues(source, first, values, result.parameters, codes)
        : beside(source, call, binding, result.parameters, codes, namer());
    if (!placed) return undefined;
    return { ...explained(result), edits: [...edits, ...placed] };
  },
};

/** `query({ sql, values })`, `query({ text, values })` */
function inObject(
  source: Source,
  object: SyntaxNode,
): { statement: SyntaxNode | undefined; values: SyntaxNode | undefined } {
  const of = (names: readonly string[]): SyntaxNode | undefined => {
    for (const pair of object.children) {
      const key = fieldOf(pair, 'key');
      if (pair.type === 'pair' && key && names.includes(source.textOf(key))) return fieldOf(pair, 'value');
    }
    return undefined;
  };
  return { statement: of(['sql', 'text', 'query']), values: of(['values']) };
}

function inValues(
  source: Source,
  object: SyntaxNode,
  values: SyntaxNode | undefined,
  parameters: readonly Parameter[],
  codes: readonly string[],
): Edit[] | undefined {
  if (values?.type === 'array') return intoList(source, values, parameters, codes);
  if (values) return undefined;
  const last = object.children.at(-1);
  return last && [{ at: last.end, end: last.end, text: `, values: [${codes.join(', ')}]` }];
}

function beside(
  source: Source,
  call: Call,
  binding: Binding,
  parameters: readonly Parameter[],
  codes: readonly string[],
  names: ReturnType<typeof namer>,
): Edit[] | undefined {
  const [first, second] = call.args;
  if (!first) return undefined;
  const after = (text: string): Edit[] => [{ at: first.end, end: first.end, text: `, ${text}` }];
  switch (binding.how) {
    case 'spread': {
      const last = call.args.at(-1) ?? first;
      return [{ at: last.end, end: last.end, text: `, ${codes.join(', ')}` }];
    }
    case 'array':
      if (!second || isCallback(second)) return after(`[${codes.join(', ')}]`);
      if (bare(second).type === 'array')
        return intoList(source, bare(second), parameters, codes, binding.place === '$');
      return undefined;
    case 'option': {
      const list = `${binding.option}: [${codes.join(', ')}]`;
      if (!second) return after(`{ ${list} }`);
      if (second.type !== 'object') return undefined;
      if (new RegExp(`\\b(?:${binding.option}|bind)\\b`).test(source.textOf(second))) return undefined;
      const start = second.at + 1;
      return [{ at: start, end: start, text: second.children.length > 0 ? ` ${list},` : ` ${list} ` }];
    }
    case 'named': {
      const pairs = codes.map((code, i) => pair(names(parameters[i] as Parameter, i), code)).join(', ');
      if (!second) return after(`{ ${pairs} }`);
      return second.type === 'object'
        ? [{ at: second.at + 1, end: second.at + 1, text: ` ${pairs},` }]
        : undefined;
    }
    case 'inputs': {
      const inputs = codes
        .map(
          (code, i) =>
            `.input(${source.style.quote}${names(parameters[i] as Parameter, i)}${source.style.quote}, ${code})`,
        )
        .join('');
      const at = call.receiver?.end;
      return at === undefined ? undefined : [{ at, end: at, text: inputs }];
    }
    case 'prepared':
      return prepared(source, call, codes);
  }
}

const pair = (name: string, code: string): string => (name === code ? name : `${name}: ${code}`);

/** `db.prepare(sql).all()` takes the values where it runs; `db.exec(sql)` takes none, so that it is prepared first. */
function prepared(source: Source, call: Call, codes: readonly string[]): Edit[] | undefined {
  if (call.name === 'exec') {
    return [
      { at: call.nameNode.at, end: call.nameNode.end, text: 'prepare' },
      { at: call.node.end, end: call.node.end, text: `.run(${codes.join(', ')})` },
    ];
  }
  const member = source.parentOf(call.node);
  const run = member && callOf(source, source.parentOf(member));
  if (run?.receiver !== call.node || !run.list || !/^(?:all|get|run|iterate|values)$/.test(run.name))
    return undefined;
  if (run.args.length > 0) return undefined;
  return [{ at: run.list.at + 1, end: run.list.at + 1, text: codes.join(', ') }];
}

/** Values go where their places stand among those that are there. */
function intoList(
  source: Source,
  list: SyntaxNode,
  parameters: readonly Parameter[],
  codes: readonly string[],
  append = false,
): Edit[] | undefined {
  const items = list.children;
  return parameters.map((parameter, i): Edit => {
    const code = codes[i] ?? '';
    const index = append ? items.length : Math.min(parameter.before, items.length);
    const next = items[index];
    if (next) return { at: next.at, end: next.at, text: `${code}, ` };
    const last = items.at(-1);
    if (last) return { at: last.end, end: last.end, text: `, ${code}` };
    const at = list.end - 1;
    return { at, end: at, text: i === 0 && source.text.length > 0 ? code : `, ${code}` };
  });
}

const isCallback = (node: SyntaxNode): boolean =>
  [
    'arrow_function',
    'function_expression',
    'function',
    'identifier',
    'member_expression',
    'call_expression',
  ].includes(node.type);

export const fixes: readonly Strategy[] = [javascriptSql];
