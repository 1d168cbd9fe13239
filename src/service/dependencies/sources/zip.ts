import { fstatSync, readSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';

/** One file of an archive. */
export interface ZipEntry {
  readonly name: string;
  /** @throws RangeError for one that is larger than it says or than the limit, SyntaxError for one that is damaged */
  read(): Uint8Array;
}

export interface ZipLimits {
  readonly entries: number;
  /** Bytes of one file once it is decompressed. */
  readonly entrySize: number;
}

/** Signatures and lengths of APPNOTE.TXT 6.3.10, §4.3. */
const [endSignature, endLength, longestComment] = [0x06054b50, 22, 65_535];
const [locatorSignature, locatorLength] = [0x07064b50, 20];
const [end64Signature, end64Length] = [0x06064b50, 56];
const [centralSignature, centralLength] = [0x02014b50, 46];
const [localSignature, localLength] = [0x04034b50, 30];
const largestDirectory = 512_000_000;

/**
 * The files of a ZIP archive (APPNOTE.TXT, with ZIP64), in the order of its directory; folders are left out. Nothing is
 * unpacked to the disk, so a name cannot lead anywhere. It blocks: a thread of its own reads archives.
 * @param file its descriptor
 * @throws SyntaxError for what is no archive, RangeError for one that is over a limit
 */
export function* zipEntries(file: number, limits: ZipLimits): Generator<ZipEntry> {
  const { size } = fstatSync(file);
  const { count, offset, length } = findDirectory(file, size);
  if (count > limits.entries) throw new RangeError(`It has more than ${limits.entries} files.`);
  if (length > largestDirectory || offset + length > size)
    throw new RangeError('Its directory is too large.');
  const directory = bytesAt(file, offset, length);
  let at = 0;
  for (let number = 0; number < count; number++) {
    if (at + centralLength > directory.length || directory.readUInt32LE(at) !== centralSignature)
      throw damaged();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      directory.readUInt16LE(at + field),
    );
    const next = at + centralLength + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
    if (next > directory.length) throw damaged();
    const name = directory.toString('utf8', at + centralLength, at + centralLength + (nameLength ?? 0));
    const row = directory.subarray(at, next);
    if (!name.endsWith('/')) yield { name, read: () => readEntry(file, row, limits.entrySize) };
    at = next;
  }
}

const damaged = (): SyntaxError => new SyntaxError('The archive is damaged.');

function bytesAt(file: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  if (readSync(file, buffer, 0, length, position) !== length) throw damaged();
  return buffer;
}

interface Directory {
  readonly count: number;
  readonly offset: number;
  readonly length: number;
}

/** Where the directory is: the end of the archive says so, behind which a comment may stand. */
function findDirectory(file: number, size: number): Directory {
  const tail = bytesAt(
    file,
    Math.max(0, size - endLength - longestComment),
    Math.min(size, endLength + longestComment),
  );
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature || at + endLength + tail.readUInt16LE(at + 20) !== tail.length)
      continue;
    const found = {
      count: tail.readUInt16LE(at + 10),
      length: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const isLarge = found.count === 0xffff || found.length === 0xffffffff || found.offset === 0xffffffff;
    if (!isLarge) return found;
    if (at < locatorLength || tail.readUInt32LE(at - locatorLength) !== locatorSignature) throw damaged();
    const end = bytesAt(file, long(tail, at - locatorLength + 8), end64Length);
    if (end.readUInt32LE(0) !== end64Signature) throw damaged();
    return { count: long(end, 32), length: long(end, 40), offset: long(end, 48) };
  }
  throw new SyntaxError('It is no ZIP archive.');
}

function long(bytes: Buffer, at: number): number {
  const value = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(value)) throw damaged();
  return value;
}

/** @param row the entry's row of the directory */
function readEntry(file: number, row: Buffer, largest: number): Uint8Array {
  const [flags, method] = [row.readUInt16LE(8), row.readUInt16LE(10)];
  const { compressed, size, offset } = placeOf(row);
  if (size > largest || compressed > largest) throw new RangeError('A file in it is too large.');
  if ((flags & 1) !== 0 || (method !== 0 && method !== 8))
    throw new SyntaxError('It is encrypted, or compressed in another way.');
  const local = bytesAt(file, offset, localLength);
  if (local.readUInt32LE(0) !== localSignature) throw damaged();
  const start = offset + localLength + local.readUInt16LE(26) + local.readUInt16LE(28);
  const bytes = bytesAt(file, start, compressed);
  const content = method === 0 ? bytes : inflated(bytes, size);
  if (content?.length !== size || crc32(content) !== row.readUInt32LE(16)) throw damaged();
  return content;
}

/** Undefined for what is damaged, or larger than its row says. */
function inflated(bytes: Uint8Array, size: number): Uint8Array | undefined {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) });
  } catch {
    return undefined;
  }
}

interface EntryPlace {
  readonly compressed: number;
  readonly size: number;
  readonly offset: number;
}

/** Sizes and offset, from the ZIP64 field where the row says so (§4.5.3). */
function placeOf(row: Buffer): EntryPlace {
  const place = {
    size: row.readUInt32LE(24),
    compressed: row.readUInt32LE(20),
    offset: row.readUInt32LE(42),
  };
  const wanted = (['size', 'compressed', 'offset'] as const).filter((field) => place[field] === 0xffffffff);
  if (wanted.length === 0) return place;
  const start = centralLength + row.readUInt16LE(28);
  const end = start + row.readUInt16LE(30);
  for (let at = start; at + 4 <= end; at += 4 + row.readUInt16LE(at + 2)) {
    if (row.readUInt16LE(at) !== 1) continue;
    if (at + 4 + wanted.length * 8 > end) throw damaged();
    for (const [index, field] of wanted.entries()) place[field] = long(row, at + 4 + index * 8);
    return place;
  }
  throw damaged();
}
