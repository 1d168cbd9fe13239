import { canonicalName } from '../../names.ts';
import type { ManifestFormat, PackageEntry, ProjectFiles, Scope } from '../../package.ts';
import { baseOf, folderOf, pathIn } from '../paths.ts';
import { Place } from '../place.ts';
import { originOf, readRequirement, scopeOfGroup } from './requirement.ts';
import { requirementEntry } from './requirement-list.ts';
import { type RequirementLine, requirementLines } from './requirements-lines.ts';

const byName = /(?:^|[-_.])(?:requirements|constraints)(?:[-_.][\w.-]+)?\.(?:txt|in)$/i;
const byFolder = /(?:^|\/)requirements\/(?:[\w.-]+\/)?[\w.-]+\.(?:txt|in)$/i;

/** Requirements files of pip, and constraints files, which are written alike (pip.pypa.io, "Requirements File Format"). */
export const requirementsTxt: ManifestFormat = {
  id: 'requirements',
  kind: 'manifest',
  reads: (path) => byName.test(baseOf(path)) || byFolder.test(path),
  read(text, path, files) {
    const place = new Place(text);
    const lines = requirementLines(text);
    const group = groupOf(path);
    const isConstraints = /constraints/i.test(baseOf(path));
    const scope = isConstraints ? 'unknown' : scopeOfGroup(group);
    const pins = pinsOf(lines, path, files, place);
    const entries: PackageEntry[] = [];
    const parents = new Map<string, readonly string[]>();
    for (const line of lines) {
      const entry = entryOf(line, isConstraints ? 'constraints' : group, scope, place);
      if (!entry) continue;
      const via = viaOf(line.comments);
      if (via.length > 0) parents.set(entry.key, via);
      const pinned = entry.version === undefined ? pins.get(entry.name) : undefined;
      entries.push({
        ...entry,
        ...(pinned !== undefined && entry.origin === 'registry' && { version: pinned }),
        ...(isConstraints && { constrains: true }),
        direct: !isConstraints && (via.length === 0 || via.some(isFile)),
      });
    }
    return { packages: withNeeds(entries, parents), problems: place.problems };
  },
  includes(text, path, files) {
    const listed = new Set(files.paths);
    return requirementLines(text)
      .flatMap((line) => included(line, path)?.file ?? [])
      .filter((file) => listed.has(file));
  },
};

/** `requirements-dev.txt` and `requirements/dev.txt` are of the group `dev`. */
function groupOf(path: string): string {
  const named = /(?:requirements[-_.]?)?(\w[\w-]*)?\.(?:txt|in)$/i.exec(baseOf(path))?.[1] ?? '';
  const isInFolder = baseOf(folderOf(path)) === 'requirements';
  const own = named.replace(/[-_]?requirements$/i, '');
  return own !== '' && (isInFolder || scopeOfGroup(own) === 'development') ? own : 'requirements';
}

function entryOf(line: RequirementLine, group: string, scope: Scope, place: Place): PackageEntry | undefined {
  const { text, offset } = line;
  const option = /^\s*-/.test(text);
  const editable = /^\s*(?:-e|--editable)[\s=]\s*(\S+)/.exec(text)?.[1];
  if (option && editable === undefined) return undefined;
  if (editable === undefined) {
    const entry = requirementEntry(text, offset, group, scope, place);
    if (entry) return entry;
  }
  const address = editable ?? text.trim().split(/\s/, 1)[0] ?? '';
  const isAddress =
    /^(?:[\w+]+:\/\/|git@|file:)|[/\\]|\.(?:whl|zip|tar\.gz|tgz)$/.test(address) || address === '.';
  if (!isAddress && editable === undefined) {
    const start = offset + text.length - text.trimStart().length;
    place.problem(start, 'This is no requirement of Python; it was left out.');
    return undefined;
  }
  const named = nameOf(address);
  const start = offset + text.indexOf(address);
  if (named === undefined) {
    if (originOf(address) !== 'path')
      place.problem(start, 'The address does not name its package, which was left out.');
    return undefined;
  }
  return {
    key: `${group}/${named}/${offset}`,
    ecosystem: 'PyPI',
    name: canonicalName('PyPI', named),
    scope,
    group,
    direct: true,
    needs: [],
    origin: originOf(address),
    range: place.range({ start, end: start + address.length }),
  };
}

/** The name of a package by its address: what `#egg=` says, or that of a wheel or archive; a repository's is its own. */
function nameOf(address: string): string | undefined {
  const egg = /[#&]egg=([\w.-]+)/.exec(address)?.[1];
  if (egg !== undefined) return egg;
  const file = baseOf(address.split(/[?#]/, 1)[0] ?? '');
  return /^([A-Za-z][\w.]*?)-\d/.exec(file)?.[1];
}

interface Included {
  readonly kind: 'requirements' | 'constraints';
  /** Undefined where it leads out of the project. */
  readonly file: string | undefined;
  readonly written: string;
}

function included({ text }: RequirementLine, path: string): Included | undefined {
  const match = /^\s*(?:-([rc])\s*|--(requirement|constraint)(?:\s*=\s*|\s+))([^\s=-]\S*)/.exec(text);
  const written = match?.[3];
  if (written === undefined || /^https?:/.test(written)) return undefined;
  return {
    kind: /^r/.test(match?.[1] ?? match?.[2] ?? '') ? 'requirements' : 'constraints',
    file: pathIn(folderOf(path), written),
    written,
  };
}

/** The exact versions that the constraints files of a requirements file say. */
function pinsOf(
  lines: readonly RequirementLine[],
  path: string,
  files: ProjectFiles,
  place: Place,
): ReadonlyMap<string, string> {
  const pins = new Map<string, string>();
  for (const line of lines) {
    const found = included(line, path);
    if (!found) continue;
    const { kind, file, written } = found;
    const text = file === undefined ? undefined : files.read(file);
    if (text === undefined) {
      const why = file === undefined ? 'is outside of the project' : 'is not in the project';
      place.problem(line.offset, `The file ${written.slice(0, 200)} ${why}; it was not read.`);
    } else if (kind === 'constraints') {
      for (const each of requirementLines(text)) {
        const pin = readRequirement(each.text);
        if (pin?.version !== undefined) pins.set(pin.name, pin.version);
      }
    }
  }
  return pins;
}

/** pip-compile and uv say below a package what asked for it: `# via flask`, `# via -r requirements.in`. */
function viaOf(comments: readonly string[]): string[] {
  const from = comments.findIndex((comment) => /^\s*via\b/.test(comment));
  if (from < 0) return [];
  const rest = [comments[from]?.replace(/^\s*via\b/, '') ?? '', ...comments.slice(from + 1)];
  return rest
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** A file that asks, or the project itself: `-r requirements.in`, `project (pyproject.toml)`. */
const isFile = (via: string): boolean => /^-[rc] |\(.*\)$/.test(via);

/** What the comments say turned round: each package with those that name it. */
function withNeeds(
  entries: readonly PackageEntry[],
  parents: ReadonlyMap<string, readonly string[]>,
): PackageEntry[] {
  const needs = new Map<string, string[]>();
  for (const [key, via] of parents) {
    for (const each of via) {
      if (isFile(each)) continue;
      const name = canonicalName('PyPI', each);
      const known = needs.get(name);
      if (known) known.push(key);
      else needs.set(name, [key]);
    }
  }
  return entries.map((entry) => ({ ...entry, needs: needs.get(entry.name) ?? [] }));
}
