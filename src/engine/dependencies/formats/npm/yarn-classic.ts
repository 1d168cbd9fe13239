import type { PackageEntry } from '../../package.ts';
import type { Place } from '../place.ts';
import { originOf, readSpecifier, splitDescriptor } from './specifier.ts';

interface Block {
  readonly descriptors: readonly string[];
  readonly start: number;
  readonly end: number;
  version?: string;
  resolved?: string;
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
  let start = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd();
    const indent = line.length - line.trimStart().length;
    if (line === '' || line.startsWith('#')) block = indent === 0 && line !== '' ? undefined : block;
    else if (indent === 0) {
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
    } else if (block) {
      const [key = '', value] = wordsOf(line.trim());
      if (indent > 2) {
        if (isAsking && value !== undefined) block.asks.push(`${key}@${value}`);
      } else {
        isAsking = key === 'dependencies:' || key === 'optionalDependencies:';
        if (key === 'version' && value !== undefined) block.version = value;
        if (key === 'resolved' && value !== undefined) block.resolved = value;
        if (key === 'integrity' && value !== undefined) block.hasChecksum = true;
      }
    }
    start += raw.length + 1;
  }
  return blocks;
}

/** The words of a line, in quotes or not, with spaces or commas between them. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s,"]+/g)].map(([whole, quoted]) =>
    quoted === undefined ? whole : quoted.replace(/\\(.)/g, '$1'),
  );
}
