import { bare, type Call, callOf } from '../../fixes/calls.ts';
import { type FixResult, noFix } from '../../fixes/fix.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import { plainText } from '../../fixes/text/pieces.ts';
import { parameterise, statementRoots } from './parameterise.ts';
import { valueCode } from './values.ts';
import { explained, namesLeft } from './wording.ts';

/**
 * `sql.raw(text)`, where the same name as a tag of a template takes the values apart from the text: what Drizzle, Kysely
 * and the client of SQL Server have.
 * @param api the sink, e.g. `drizzle-orm.sql.raw`
 */
export function asTaggedTemplate(source: Source, call: Call, api: string): FixResult {
  const raw = rawOf(source, call, api);
  const [argument] = raw?.call.args ?? [];
  if (!raw || !argument) return undefined;
  const roots = statementRoots(source, argument);
  const [root] = roots ?? [];
  if (
    !roots ||
    !root ||
    roots.length > 1 ||
    root.node.at < raw.call.node.at ||
    raw.call.node.end < root.node.end
  )
    return undefined;
  const result = parameterise(source, roots, (index) => mark(index));
  if (!result) return noFix(namesLeft);
  const pieces = [...result.roots.values()].flat();
  if (pieces.some(({ kind }) => kind === 'code')) return noFix(namesLeft);
  const text = pieces.map((piece) => (piece.kind === 'text' ? plainText(piece.units) : '')).join('');
  const codes = result.parameters.map((parameter) => valueCode(source, parameter));
  const filled = codes.reduce(
    (whole, code, i) => whole.replace(mark(i), () => `\${${code}}`),
    text.replaceAll(/\\|`|\$\{/g, (found) => `\\${found}`),
  );
  return { ...explained(result), edits: [replaced(raw.call.node, `${raw.tag}\`${filled}\``)] };
}

/** Stands for the n-th value while the text is put together: no text of a program has it. */
const mark = (index: number): string => `\u0001${index}\u0001`;

function rawOf(
  source: Source,
  call: Call,
  api: string,
): { readonly call: Call; readonly tag: string } | undefined {
  const [first] = call.args;
  const inner = callOf(source, first && bare(first));
  const raw = [call, inner].find((one) => one?.name === 'raw' && one.receiver?.type === 'identifier');
  if (
    raw?.receiver &&
    raw.args.length === 1 &&
    /drizzle|kysely|\bsql\b/i.test(`${api} ${source.textOf(raw.receiver)}`)
  ) {
    const isImported = /['"](?:drizzle-orm|kysely)['"]/.test(source.text);
    return isImported ? { call: raw, tag: source.textOf(raw.receiver) } : undefined;
  }
  // The module of mssql itself takes a tagged template; a request of it does not.
  if (/^mssql\.query$/.test(api) && call.receiver?.type === 'identifier' && call.args.length === 1)
    return { call, tag: `${source.textOf(call.receiver)}.${call.name}` };
  return undefined;
}
