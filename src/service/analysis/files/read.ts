/** Reads one file of a scan as text, without following links and within the bounds, or says why not. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { blobIdOf } from '../../../api/blob-id.ts';
import type { SourceFile } from '../../../engine/analysis.ts';
import { decode } from '../../../engine/files/decode.ts';
import { looksMinified } from '../../../engine/files/minified.ts';
import type { Skip } from '../../../engine/finding.ts';
import { systemCode } from '../errors.ts';
import { megabytes } from '../megabytes.ts';

export interface Reading {
  readonly file?: SourceFile;
  /** Git's name for the file's content. */
  readonly blobId?: string;
  readonly skip?: Skip;
}

/** Absent on Windows, where links need a privilege. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function readSource(root: string, name: string, fileBytes: number): Reading {
  const skipped = (reason: Skip['reason'], detail: string): Reading => ({
    skip: { file: name, reason, detail, partial: false },
  });
  let bytes: Uint8Array | 'too-large' | 'irregular';
  try {
    bytes = readBounded(path.join(root, name), fileBytes);
  } catch (error) {
    const code = systemCode(error);
    return skipped(
      'unreadable',
      code === 'ENOENT' || code === 'ENOTDIR'
        ? 'It disappeared during the scan.'
        : `It cannot be read (${code ?? 'unknown error'}).`,
    );
  }
  if (bytes === 'irregular') return skipped('unreadable', 'It is no regular file.');
  if (bytes === 'too-large') {
    return skipped(
      'too-large',
      `It grew over ${megabytes(fileBytes)} during the scan; larger files are not read.`,
    );
  }
  const decoded = decode(bytes);
  if (decoded.kind === 'binary') return skipped('binary', 'It holds bytes that text does not have.');
  if (looksMinified(name, decoded.text)) {
    return skipped('minified', 'It is minified or generated code: scan what it was made from.');
  }
  const file = { path: name, text: decoded.text };
  const blobId = blobIdOf(bytes);
  if (!decoded.guessed) return { file, blobId };
  const detail = `Its encoding is not marked and it is not valid UTF-8; it was read as ${decoded.encoding}, so some characters may be wrong.`;
  return { file, blobId, skip: { file: name, reason: 'encoding', detail, partial: true } };
}

/** @returns the first bytes of a regular file, without following a link; undefined when there are none to be had */
export function readHead(
  root: string,
  name: string,
  limit: number,
): { readonly bytes: Uint8Array; readonly size: number } | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path.join(root, name), openFlags);
    const entry = fstatSync(descriptor);
    if (!entry.isFile()) return undefined;
    const bytes = new Uint8Array(Math.min(limit, entry.size));
    let at = 0;
    while (at < bytes.length) {
      const count = readSync(descriptor, bytes, at, bytes.length - at, null);
      if (count === 0) break;
      at += count;
    }
    return { bytes: bytes.subarray(0, at), size: entry.size };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** @returns all bytes of a regular file; undefined, without reading any, for one over the limit or none to be had */
export function readWhole(root: string, name: string, limit: number): Uint8Array | undefined {
  try {
    const bytes = readBounded(path.join(root, name), limit);
    return typeof bytes === 'string' ? undefined : bytes;
  } catch {
    return undefined;
  }
}

function readBounded(file: string, limit: number): Uint8Array | 'too-large' | 'irregular' {
  const descriptor = openSync(file, openFlags);
  try {
    const entry = fstatSync(descriptor);
    if (!entry.isFile()) return 'irregular';
    if (entry.size > limit) return 'too-large';
    const bytes = new Uint8Array(entry.size);
    let at = 0;
    while (at < bytes.length) {
      const count = readSync(descriptor, bytes, at, bytes.length - at, null);
      if (count === 0) break;
      at += count;
    }
    return bytes.subarray(0, at);
  } finally {
    closeSync(descriptor);
  }
}
