import { crc32, deflateRawSync } from 'node:zlib';

interface ZipOptions {
  /** Kept as it is, not deflated. */
  readonly stored?: boolean;
  /** With the fields of ZIP64, which archives of more than 65,535 files have. */
  readonly zip64?: boolean;
  readonly comment?: string;
}

/** A ZIP archive of texts by their names. */
export function zipOf(
  files: Readonly<Record<string, string>>,
  { stored, zip64, comment = '' }: ZipOptions = {},
): Buffer {
  const parts: Buffer[] = [];
  const rows: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const body = stored ? content : deflateRawSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(stored ? 0 : 8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(body.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), body);
    const extra = zip64 ? wide([content.length, body.length, offset]) : Buffer.alloc(0);
    const row = Buffer.alloc(46);
    row.write('PK\x01\x02', 'latin1');
    shared.copy(row, 6);
    if (zip64) row.fill(255, 20, 28);
    row.writeUInt16LE(extra.length, 30);
    row.writeUInt32LE(zip64 ? 0xffffffff : offset, 42);
    rows.push(row, Buffer.from(name), extra);
    offset += 30 + Buffer.byteLength(name) + body.length;
  }
  const directory = Buffer.concat(rows);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(zip64 ? 0xffff : Object.keys(files).length, 10);
  end.writeUInt32LE(zip64 ? 0xffffffff : directory.length, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  const ends = zip64 ? end64(Object.keys(files).length, directory.length, offset) : [];
  return Buffer.concat([...parts, directory, ...ends, end, Buffer.from(comment)]);
}

function wide(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [at, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + at * 8);
  return field;
}

function end64(count: number, length: number, offset: number): readonly Buffer[] {
  const end = Buffer.alloc(56);
  end.write('PK\x06\x06', 'latin1');
  end.writeBigUInt64LE(44n, 4);
  for (const [at, value] of [count, count, length, offset].entries())
    end.writeBigUInt64LE(BigInt(value), 24 + at * 8);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  return [end, locator];
}
