import { code, prose, words } from '../../../../../agent/data.ts';
import { fileLink } from '../../../../../agent/links.ts';
import { type EndpointRow, EndpointRows } from '../../../../../agent/tools/search.ts';
import { type Understood, understand } from '../../../../search/query.ts';
import { type Answer, type Asked, call, say } from '../asked.ts';
import { counted, listed } from '../words.ts';

/** Answers about the HTTP endpoints of the code, as the search finds them. */

const shown = 10;
/** Below, an endpoint only has something to do with what was asked. */
const clearly = 0.5;
const bySources =
  '*Read from the code by the latest scans. What a gateway or proxy in front asks for is not seen.*';

export async function* endpoints(asked: Asked): Answer {
  const { query = '' } = asked.request;
  const understood = understand(query, 'endpoints');
  const { wanted, paths, authentication, methods } = understood;
  yield say('Looking through the endpoints.\n\n');
  const isOfAll = wanted.length === 0 && paths.length === 0 && methods.length === 0;
  const found = isOfAll ? await listedBy(asked, authentication) : await searched(asked, query);
  if ('reason' in found) {
    yield say(prose(found.reason));
    return;
  }
  yield say(`${isOfAll ? ofAll(found, understood) : ofSome(found.rows, understood)}\n\n${bySources}`);
}

interface Found {
  readonly rows: readonly EndpointRow[];
  readonly hasMore: boolean;
}

/** Those of the repository that is spoken of, by path. */
async function listedBy(
  asked: Asked,
  authentications: Understood['authentication'],
): Promise<Found | { readonly reason: string }> {
  const input = { limit: 50, ...(authentications.length > 0 && { authentications }) };
  const read = await call(asked, 'search_endpoints', input, EndpointRows);
  if ('reason' in read) return { reason: read.reason };
  return { rows: read.data.endpoints, hasMore: read.data.nextCursor !== undefined };
}

/** What the search finds; those of the repository that is spoken of, if there are any. */
async function searched(asked: Asked, query: string): Promise<Found | { readonly reason: string }> {
  const read = await call(asked, 'search_endpoints', { query, limit: 50 }, EndpointRows);
  if ('reason' in read) return { reason: read.reason };
  const { endpoints: rows } = read.data;
  const here = rows.filter(({ repository }) => repository === asked.turn.repository?.name);
  return { rows: here.length > 0 ? here : rows, hasMore: false };
}

function ofAll({ rows, hasMore }: Found, { authentication }: Understood): string {
  const [protection] = authentication;
  const which =
    protection === 'NONE'
      ? 'without any authentication that was found'
      : protection === 'REQUIRED'
        ? 'with proven authentication'
        : 'in all';
  if (rows.length === 0)
    return protection === undefined
      ? 'No scan found an endpoint. *scan* reads the code anew.'
      : `No scan found an endpoint ${which}. That is no proof: *list the endpoints* shows those where only a name suggests authentication.`;
  const count = hasMore ? `More than ${counted(rows.length, 'endpoint')}` : counted(rows.length, 'endpoint');
  return `**${count}** ${which}:\n\n${linesOf(rows)}`;
}

function ofSome(rows: readonly EndpointRow[], { paths, authentication }: Understood): string {
  const [path] = paths;
  if (path !== undefined) {
    const same = rows.filter((row) => isPath(row.path, path));
    if (same.length > 0) return linesOf(same);
    const near = rows.slice(0, 3);
    return `I do not know: no scan found an endpoint ${code(path, 200)}.${near.length > 0 ? ` The nearest:\n\n${linesOf(near)}` : ''}`;
  }
  const clear = rows.filter(({ relevance = 0 }) => relevance >= clearly);
  if (clear.length > 0) {
    const which = authentication[0] === 'NONE' ? ', none with authentication that was found' : '';
    return `**${counted(clear.length, 'endpoint')}**${which}, the most fitting first:\n\n${linesOf(clear)}`;
  }
  if (rows.length === 0) return 'I do not know: no endpoint that a scan found has to do with that.';
  return `I do not know: no endpoint is clearly about that. The nearest:\n\n${linesOf(rows.slice(0, 3))}`;
}

function isPath(path: string, asked: string): boolean {
  const [own, wanted] = [path, asked].map((text) => text.toLowerCase().split('/').filter(Boolean).join('/'));
  return own === wanted || `/${own}`.endsWith(`/${wanted}`);
}

function linesOf(rows: readonly EndpointRow[]): string {
  const lines = rows.slice(0, shown).map((row) => {
    const { methods, path, name, file, line } = row;
    const call = `${methods.length === 0 ? '' : `${words(methods.join(', '), 60)} `}${path === '' ? '(path not constant)' : code(path, 200)}`;
    return `- **${call}**: ${protectionOf(row)}. Answered by ${code(name, 120)} in ${fileLink(file, line, { whole: true })}`;
  });
  const rest = rows.length - lines.length;
  return `${lines.join('\n')}${rest > 0 ? `\n- … and ${rest} more` : ''}`;
}

function protectionOf({ authentication, guards, roles }: EndpointRow): string {
  const names = guards.slice(0, 3).map(({ guard }) => code(guard, 80));
  const asked =
    roles.length > 0
      ? `, for ${listed(
          roles.slice(0, 5).map((role) => code(role, 80)),
          'or',
        )}`
      : '';
  switch (authentication) {
    case 'REQUIRED':
      return `requires authentication, by ${listed(names, 'and')}${asked}`;
    case 'UNKNOWN':
      return `may require authentication: ${listed(names, 'and')} suggests it, and nothing proves it${asked}`;
    case 'NONE':
      return 'no authentication found';
  }
}
