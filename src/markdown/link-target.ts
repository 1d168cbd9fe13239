import { readLink } from '../agent/links.ts';
import type { LinkTarget } from './tree.ts';

const longestUrl = 2_000;

/**
 * What an address in the agent's Markdown stands for: a place in the workspace, an issue, or a page on the web. Any
 * other, among them `javascript:`, `data:`, `command:` and `vscode:`, stands for nothing, and its text is all there is.
 * @param text what the link reads, so that its host is said where the text does not say it
 */
export function linkTarget(address: string, text: string): LinkTarget | undefined {
  if (address.length > longestUrl) return undefined;
  const own = readLink(address);
  if (own) return own;
  if (/^https?:\/\//i.test(address)) return webTarget(address, text);
  return relativeFile(address);
}

function webTarget(address: string, text: string): LinkTarget | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || url.host === '') return undefined;
  // Only a text that is the address itself says where it leads; one that merely begins like another does not.
  const says = text === address || text === url.href || text === url.host;
  return { kind: 'web', url: url.href, host: says ? '' : url.host };
}

const position = /^(?:#L(\d{1,7})(?:-L?\d{1,7})?|:(\d{1,7})(?::\d{1,7})?)?$/;

/** A path as models write it: `src/a.ts`, `src/a.ts:12`, `src/a.ts#L12`; below the repository's root only. */
function relativeFile(address: string): LinkTarget | undefined {
  const match = /^(?:\.\/)?([^?#:\\\0]+)((?:[?#:\\\0].*)?)$/.exec(address);
  const tail = position.exec(match?.[2] ?? '');
  if (!match?.[1] || !tail) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(match[1]);
  } catch {
    return undefined;
  }
  if (path.startsWith('/') || /[\0:\\]/.test(path) || path.split('/').includes('..')) return undefined;
  // A word is no path: `[see below](below)` leads nowhere.
  if (!path.includes('.') && !path.includes('/')) return undefined;
  const line = Number(tail[1] ?? tail[2] ?? 0);
  return line >= 1 ? { kind: 'file', path, line } : { kind: 'file', path };
}
