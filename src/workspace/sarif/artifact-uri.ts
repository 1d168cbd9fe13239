import type { ArtifactLocation, UriBaseIds } from './log-schema.ts';

/** Which file a location of a report means. It is text of unknown origin: only files of the workspace are ever named. */

export interface Workspace {
  /** URIs of the workspace folders. */
  readonly folders: readonly string[];
  /** URI of the report. */
  readonly report: string;
}

export interface FileOfFolder {
  /** URI of the workspace folder, as it was given. */
  readonly folder: string;
  /** Relative to it, `/` as separator, without `.` and `..`. */
  readonly file: string;
}

export type Target =
  /** Files that may be meant, the likeliest first; not empty. */
  | { readonly kind: 'inside'; readonly files: readonly [FileOfFolder, ...FileOfFolder[]] }
  | { readonly kind: 'outside'; readonly uri: string }
  /** It names no file. */
  | { readonly kind: 'none' };

interface Referring {
  readonly uriBaseIds: UriBaseIds;
  readonly artifacts: readonly { readonly location?: ArtifactLocation | undefined }[];
}

/** An absolute address; a bare path has no scheme and may be of any. */
interface Address {
  readonly scheme: string | undefined;
  readonly authority: string;
  readonly parts: readonly string[];
}

/** Bases that refer to bases, up to which they are followed. */
const deepestBase = 20;

/**
 * Resolves relative, absolute and percent-encoded references, with their bases, and plain paths of either system. A
 * path of another machine is understood where the report says what its root was.
 */
export function resolveArtifact(
  location: ArtifactLocation | undefined,
  run: Referring,
  { folders, report }: Workspace,
): Target {
  const { uri, uriBaseId } = inherited(location, run);
  if (uri === undefined || uri === '' || uri.includes('\0')) return { kind: 'none' };
  const places = folders
    .map((folder) => ({ folder, address: addressOf(folder) }))
    .filter((one): one is Place => one.address !== undefined)
    // Of folders within folders, the innermost one has the file.
    .sort((a, b) => b.address.parts.length - a.address.parts.length);
  const base = baseOf(uriBaseId, run.uriBaseIds);
  const roots = [...run.uriBaseIds.keys()].flatMap((id) => addressIn(baseOf(id, run.uriBaseIds)));
  const reportFolder = addressOf(report.slice(0, report.lastIndexOf('/')));
  const files: FileOfFolder[] = [];
  for (const reading of readingsOf(uri)) {
    const found = isAbsolute(reading)
      ? ofAddress(reading, places, roots)
      : ofPath(reading, base, places, reportFolder);
    // What leaves the workspace as a URI is not tried as anything else.
    if (found.length === 0) break;
    files.push(...found);
  }
  const [first, ...others] = unique(files.filter(({ file }) => file !== '' && !file.includes('\0')));
  return first ? { kind: 'inside', files: [first, ...others] } : { kind: 'outside', uri };
}

interface Place {
  readonly folder: string;
  readonly address: Address;
}

type Reading = Address | readonly string[];

function isAbsolute(reading: Reading): reading is Address {
  return !Array.isArray(reading);
}

/** What a location says itself, else what the artifact says that it refers to. */
function inherited(
  location: ArtifactLocation | undefined,
  { artifacts }: Referring,
): Pick<ArtifactLocation, 'uri' | 'uriBaseId'> {
  if (location?.uri !== undefined) return location;
  const artifact = location?.index === undefined ? undefined : artifacts[location.index]?.location;
  return artifact ?? {};
}

/** As a URI first; then as the plain path that many tools write instead, in which `%` and `#` mean themselves. */
function readingsOf(text: string): readonly Reading[] {
  const address = addressOf(text);
  if (address) return [address];
  const [asUri = ''] = text.split(/[?#]/, 1);
  const readings: Reading[] = [decoded(asUri), text].map((path) => pathReading(path));
  return readings;
}

function pathReading(path: string): Reading {
  const plain = path.replaceAll('\\', '/');
  const isRooted = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain);
  return isRooted ? { scheme: undefined, authority: '', parts: normal(plain) } : relativeParts(plain);
}

/** Undefined where it is no absolute URI; a single letter before a colon is a drive. */
function addressOf(text: string): Address | undefined {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]+):(.*)$/is.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return undefined;
  const [, authority = '', path = ''] = /^(?:\/\/([^/?#]*))?([^?#]*)/s.exec(rest) ?? [];
  const host = authority.toLowerCase() === 'localhost' ? '' : authority;
  return {
    scheme: scheme.toLowerCase(),
    authority: host.toLowerCase(),
    parts: normal(decoded(path).replaceAll('\\', '/')),
  };
}

/** Decoded before it is split and normalised, so that an encoded `..` or `/` is one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parts of an absolute path; nothing is above its root. */
function normal(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const [first, ...others] = parts;
  return first !== undefined && /^[A-Za-z]:$/.test(first) ? [first.toLowerCase(), ...others] : parts;
}

/** The parts of a relative path, with a `..` for each step above where it begins. */
function relativeParts(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

type Base =
  | { readonly kind: 'address'; readonly address: Address }
  /** Relative to a base of which the report does not say where it was. */
  | { readonly kind: 'path'; readonly parts: readonly string[] };

function baseOf(id: string | undefined, bases: UriBaseIds): Base {
  let parts: readonly string[] = [];
  let next = id;
  for (let depth = 0; next !== undefined && depth < deepestBase; depth++) {
    const base = bases.get(next);
    const [reading] = base?.uri === undefined ? [] : readingsOf(base.uri);
    if (reading && isAbsolute(reading)) return { kind: 'address', address: below(reading, parts) };
    parts = relativeParts([...(reading ?? []), ...parts].join('/'));
    next = base?.uriBaseId;
  }
  return { kind: 'path', parts };
}

function addressIn(base: Base): readonly Address[] {
  return base.kind === 'address' ? [base.address] : [];
}

function below(address: Address, parts: readonly string[]): Address {
  return { ...address, parts: normal([...address.parts, ...parts].join('/')) };
}

function ofAddress(
  address: Address,
  places: readonly Place[],
  roots: readonly Address[],
): readonly FileOfFolder[] {
  const direct = insideOf(places, address);
  if (direct) return [direct];
  return roots.flatMap((root) => {
    const rest = restBelow(root, address);
    return rest === undefined ? [] : inEach(places, rest);
  });
}

function ofPath(
  parts: readonly string[],
  base: Base,
  places: readonly Place[],
  reportFolder: Address | undefined,
): readonly FileOfFolder[] {
  if (base.kind === 'address') {
    const direct = insideOf(places, below(base.address, parts));
    return direct ? [direct] : inEach(places, parts);
  }
  const all = relativeParts([...base.parts, ...parts].join('/'));
  const besideReport = reportFolder && insideOf(places, below(reportFolder, all));
  return [...inEach(places, all), ...(besideReport ? [besideReport] : [])];
}

function inEach(places: readonly Place[], parts: readonly string[]): readonly FileOfFolder[] {
  if (parts[0] === '..') return [];
  return places.map(({ folder }) => ({ folder, file: parts.join('/') })).reverse();
}

function insideOf(places: readonly Place[], address: Address): FileOfFolder | undefined {
  for (const { folder, address: root } of places) {
    const rest = restBelow(root, address);
    if (rest !== undefined) return { folder, file: rest.join('/') };
  }
  return undefined;
}

/** The path from a root to an address below it. */
function restBelow(root: Address, address: Address): readonly string[] | undefined {
  const isSameScheme =
    address.scheme === undefined ||
    root.scheme === undefined ||
    (address.scheme === root.scheme && address.authority === root.authority);
  const isBelow =
    root.parts.length < address.parts.length &&
    root.parts.every((part, index) => part === address.parts[index]);
  return isSameScheme && isBelow ? address.parts.slice(root.parts.length) : undefined;
}

function unique(files: readonly FileOfFolder[]): FileOfFolder[] {
  return [...new Map(files.map((one) => [`${one.folder}\n${one.file}`, one])).values()];
}
