import { joinLines, longestRunOf, trimEndOf } from '../api/text-runs.ts';

/**
 * How the agent's Markdown speaks of places: as links with a scheme of their own, which a client that shows them opens
 * itself. `parapet:file?path=src%2Fa.ts&line=12`, `parapet:issue?id=<uuid>`. Nothing else of the scheme is a place.
 */

export type AgentLink =
  | { readonly kind: 'file'; readonly path: string; readonly line?: number | undefined }
  | { readonly kind: 'issue'; readonly issueId: string };

const scheme = 'parapet:';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The address of a place, to stand between the parentheses of a Markdown link. */
export function linkTo(link: AgentLink): string {
  if (link.kind === 'issue') return `${scheme}issue?id=${encode(link.issueId)}`;
  return `${scheme}file?path=${encode(link.path)}${link.line === undefined ? '' : `&line=${link.line}`}`;
}

/** @returns the place that an address names; undefined for any other address, and for a path that leads out */
export function readLink(address: string): AgentLink | undefined {
  const { pathname, searchParams } = parse(address) ?? {};
  if (pathname === 'issue') {
    const issueId = searchParams?.get('id') ?? '';
    return uuid.test(issueId) ? { kind: 'issue', issueId } : undefined;
  }
  const path = searchParams?.get('path') ?? '';
  if (pathname !== 'file' || path === '' || leadsOut(path)) return undefined;
  const line = Number(searchParams?.get('line') ?? Number.NaN);
  return Number.isInteger(line) && line >= 1 ? { kind: 'file', path, line } : { kind: 'file', path };
}

/** A Markdown link to a file, shown as `name.ts:12`, or as its whole path. */
export function fileLink(path: string, line?: number, { whole = false } = {}): string {
  const name = whole ? path : path.slice(path.lastIndexOf('/') + 1);
  const shown = line === undefined ? name : `${name}:${line}`;
  return `[${asText(shown)}](${linkTo({ kind: 'file', path, line })})`;
}

/** A Markdown link to an issue. */
export function issueLink(issueId: string, title: string): string {
  return `[${asText(title)}](${linkTo({ kind: 'issue', issueId })})`;
}

/** Text from code or a service, made safe to stand in Markdown: no link, no emphasis, no HTML, one line. */
export function asText(text: string): string {
  return joinLines(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_[\]()!|~]/g, (character) => `\\${character}`);
}

/** A block of code that its own text cannot end. */
export function codeBlock(code: string, language = ''): string {
  const marks = '`'.repeat(Math.max(3, longestRunOf(code, '`') + 1));
  return `${marks}${/^[\w+#-]*$/.test(language) ? language : ''}\n${trimEndOf(code, '\n')}\n${marks}`;
}

/** Parentheses would end a Markdown link. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(
    /[()!'*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function parse(address: string): URL | undefined {
  return address.startsWith(scheme) && URL.canParse(address) ? new URL(address) : undefined;
}

function leadsOut(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:)|\0/.test(path) || path.split(/[\\/]/).includes('..');
}
