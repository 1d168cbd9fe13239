import { lineEnd } from '../../../files/lines.ts';
import type { PackageEntry } from '../../package.ts';
import type { Place } from '../place.ts';
import { originOf, readSpecifier, splitDescriptor } from './specifier.ts';

interface Block {
  readonly descriptors: readonly string[];
  readonly start: number;
  readonly end: number;
  version?: string | undefined;
  resolved?: string | undefined;
  hasChecksum?: true;
  readonly asks: string[];
}

/** yarn.lock of yarn 1 (classic.yarnpkg.com/docs/yarn-lock): blocks by indentation, of which it writes one form only. */
export function readClassic(text: string, place: Place): PackageEntry[] {
  const blocks = blocksOf(text, place);
  const keys = new Map<string, string>();
  for (const { descriptors } of blocks) for (const each of descriptors) keys.set(each, descriptors[0] ?? '');
  return blocks.map(({ descriptors, start, end, version, resolved, hasChecksum, asks }): PackageEntry => {
    const [first = ''] = descriptors;
    const [key, range] = splitDescriptor(first);
    const { name, origin } = readSpecifier(key, range);
    const ranges = descriptors.map((each) => splitDescriptor(each)[1]);
    return {
      key: first,
      ecosystem: 'npm',
      name,
      ...(version !== undefined && { version }),
      requirement: ranges.join(' || '),
      scope: 'unknown',
      group: 'the lock file',
      needs: asks.flatMap((each) => keys.get(each) ?? []),
      origin:
        origin === 'registry' && resolved !== undefined && originOf(resolved) === 'git' ? 'git' : origin,
      ...(resolved !== undefined && {
        resolved,
        hasChecksum: hasChecksum ?? /#[0-9a-f]{40}$/.test(resolved),
      }),
      range: place.range({ start, end }),
    };
  });
}

function blocksOf(text: string, place: Place): Block[] {
  const blocks: Block[] = [];
  const known = new Set<string>();
  let block: Block | undefined;
  let isAsking = false;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = lineEnd(text, start);
    let at = start;
    while (text.charCodeAt(at) === 32) at++;
    const indent = at - start;
    // Most lines are long and of no use: only those that are read are cut out of the text.
    const lineAt = (offset: number): string => text.slice(offset, end).trimEnd();
    if (at === end || text.charCodeAt(at) === 13) continue;
    if (text.charCodeAt(at) === 35) block = indent === 0 ? undefined : block;
    else if (indent === 0) {
      const line = lineAt(start);
      const descriptors = line.endsWith(':') ? wordsOf(line.slice(0, -1)) : [];
      const [first] = descriptors;
      block = undefined;
      if (first === undefined)
        place.problem(start, 'This line is no entry of a lock file of yarn; its block was left out.');
      else if (known.has(first)) place.problem(start, 'This entry comes twice; the first one counts.');
      else {
        block = { descriptors, start, end: start + line.length - 1, asks: [] };
        blocks.push(block);
        known.add(first);
      }
    } else if (block && indent > 2) {
      const [key = '', value] = isAsking ? wordsOf(lineAt(at)) : [];
      if (value !== undefined) block.asks.push(`${key}@${value}`);
    } else if (block) {
      isAsking = /^(?:dependencies|optionalDependencies):/.test(text.slice(at, at + 21));
      if (text.startsWith('version ', at)) block.version = wordsOf(lineAt(at))[1] ?? block.version;
      if (text.startsWith('resolved ', at)) block.resolved = wordsOf(lineAt(at))[1] ?? block.resolved;
      if (/^integrity +\S/.test(text.slice(at, at + 12))) block.hasChecksum = true;
    }
  }
  return blocks;
}

/** The words of a line, in quotes or not, with spaces or commas between them. */
function wordsOf(line: string): string[] {
  return (line.match(/"(?:[^"\\]|\\.)*"|[^\s,"]+/g) ?? []).map((word) => {
    const text = word.startsWith('"') ? word.slice(1, -1) : word;
    return text.includes('\\') ? text.replace(/\\(.)/g, '$1') : text;
  });
}
