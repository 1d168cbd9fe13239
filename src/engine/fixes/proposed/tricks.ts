import { looksMinified } from '../../files/minified.ts';
import { callOf } from '../calls.ts';
import { type Source, walk } from '../source.ts';
import type { ParsedChange } from './structure.ts';

/** A fix grows a file by less than this many characters. */
const mostGrowth = 20_000;

/**
 * What would have an analysis or a reader see less without mending anything: switched-off checks, code reached by made-up
 * names, characters nobody sees, addresses of somebody else's. As sentences.
 */
export function tricks({ before, after, edits }: ParsedChange): string[] {
  const { path } = after;
  const added = edits.map(({ text }) => text).join('\n');
  const replaced = edits.map(({ at, end }) => before.text.slice(at, end)).join('\n');
  const more = (what: RegExp): boolean => count(added, what) > count(replaced, what);
  const hosts = addresses(after.text).filter((host) => !before.text.includes(host) && !names.has(host));
  return [
    ...(more(silencing) ? [`It tells checks to look away in ${path}, with a comment or an annotation.`] : []),
    ...(hasMore(dynamicCalls(after), dynamicCalls(before))
      ? [`It reaches code in ${path} by a name that is put together while the program runs.`]
      : []),
    ...(more(hidden) ? [`It brings characters to ${path} that nobody sees.`] : []),
    ...(more(/…/g) ? [`It brings “…” to ${path}: what was held back is not to be written over.`] : []),
    ...hosts.slice(0, 1).map((host) => `It brings an address to ${path} that was not in it: ${host}.`),
    ...(after.text.length - before.text.length > mostGrowth
      ? [`It adds more than ${mostGrowth.toLocaleString('en')} characters to ${path}.`]
      : []),
    ...(looksMinified(path, after.text) && !looksMinified(path, before.text)
      ? [`It makes of ${path} what looks like code that a machine wrote, which is not analysed.`]
      : []),
  ];
}

const silencing =
  /eslint-disable|biome-ignore|@ts-(?:ignore|nocheck|expect-error)|\bnosec\b|\bnoqa\b|nosemgrep|\bNOSONAR\b|\bNOLINT\b|@Suppress(?:FB)?Warnings|\blgtm\s*\[|codeql\s*\[|type:\s*ignore|pylint:\s*disable|pragma:\s*no\s*cover|deepcode\s+ignore|snyk:ignore|checkov:skip|gitleaks:allow|parapet[:-]?\s*ignore/gi;

const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Names of features of XML parsers that are written as addresses. */
const names: ReadonlySet<string> = new Set([
  'apache.org',
  'xml.org',
  'xmlpull.org',
  'www.w3.org',
  'javax.xml.xmlconstants',
  'java.sun.com',
]);

function addresses(text: string): string[] {
  return [...text.matchAll(/\b(?:https?|wss?|ftp):\/\/([\w.-]+)/gi)].map(([, host = '']) =>
    host.toLowerCase(),
  );
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

const byText = /^(?:eval|exec|execfile|Function|getattr|setattr|__import__|globals|locals|vars)$/;
const byTextOf =
  /^(?:forName|loadClass|getMethod|getDeclaredMethod|import_module|runInThisContext|runInNewContext)$/;

/** Calls that reach what a text names, counted by what is called. */
function dynamicCalls(source: Source): Map<string, number> {
  const found = new Map<string, number>();
  for (const node of walk(source.root)) {
    const call = callOf(source, node);
    if (!call) continue;
    const isComputed = /^subscript/.test(call.nameNode.type);
    if (!isComputed && !(call.receiver ? byTextOf : byText).test(call.name)) continue;
    const name = isComputed ? '[]' : call.name;
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  return found;
}

const hasMore = (after: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>): boolean =>
  [...after].some(([name, times]) => times > (before.get(name) ?? 0));
