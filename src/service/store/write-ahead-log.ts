import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Looks at a write-ahead log before SQLite does. SQLite reads it up to the first frame that does not check and drops
 * the rest, which is right after a power cut and says nothing when the file was damaged. The format:
 * https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */

const headerBytes = 32;
const frameHeaderBytes = 24;
/** The last bit says in which order of bytes checksums are computed. */
const magic = 0x377f0682;
const version = 3_007_000;

/**
 * What would be lost without a word if the database was opened with this log: undefined where all that was committed
 * can be read. A log that ends within its last transaction is sound: that one was never acknowledged.
 */
export function logDamage(file: string): string | undefined {
  const log = openSync(file, 'r');
  try {
    const { size } = fstatSync(log);
    // Cut off while the header was written: nothing was committed to it yet.
    if (size < headerBytes) return undefined;
    const header = read(log, 0, headerBytes);
    const isMagic = (header.readUInt32BE(0) & ~1) >>> 0 === magic;
    if (!isMagic || header.readUInt32BE(4) !== version) return 'its header is not one of a write-ahead log';
    const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
    const sum = new Checksum(isBigEndian);
    sum.add(header.subarray(0, 24));
    if (!sum.is(header.readUInt32BE(24), header.readUInt32BE(28)))
      return 'the checksum of its header is wrong';
    return frameDamage(log, size, header, sum);
  } finally {
    closeSync(log);
  }
}

function frameDamage(log: number, size: number, header: Buffer, sum: Checksum): string | undefined {
  const pageBytes = pageSize(header);
  if (pageBytes === undefined) return 'its page size is not valid';
  const frameBytes = frameHeaderBytes + pageBytes;
  const salts = header.subarray(16, 24);
  let broken: number | undefined;
  for (let frame = 0; headerBytes + (frame + 1) * frameBytes <= size; frame++) {
    const at = headerBytes + frame * frameBytes;
    const isWhole = broken === undefined;
    const bytes = read(log, at, isWhole ? frameBytes : frameHeaderBytes);
    const isOfThisLog = bytes.subarray(8, 16).equals(salts);
    if (isWhole) {
      sum.add(bytes.subarray(0, 8));
      sum.add(bytes.subarray(frameHeaderBytes));
      if (isOfThisLog && sum.is(bytes.readUInt32BE(16), bytes.readUInt32BE(20))) continue;
      broken = frame;
    } else if (isOfThisLog && bytes.readUInt32BE(4) !== 0) {
      // A frame that ends a transaction comes after one that cannot be read.
      return `frame ${(broken ?? 0) + 1} of it is damaged, and ${frame + 1} ends a later change`;
    }
  }
  return undefined;
}

function pageSize(header: Buffer): number | undefined {
  const bytes = header.readUInt32BE(8);
  return bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0 ? bytes : undefined;
}

function read(log: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(log, bytes, 0, length, at);
  return bytes;
}

/** The log's running checksum. */
class Checksum {
  readonly #isBigEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  /** @param bytes a multiple of 8 of them */
  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 8) {
      const [one, two] = this.#isBigEndian
        ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
        : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
      this.#first = (this.#first + one + this.#second) >>> 0;
      this.#second = (this.#second + two + this.#first) >>> 0;
    }
  }

  is(first: number, second: number): boolean {
    return this.#first === first && this.#second === second;
  }
}
