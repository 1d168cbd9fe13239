import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { Download } from '../reports/download.ts';
import type { Environment } from './environment.ts';

/** A file to be saved, never to be shown by a browser as a page of ours. */
export function fileResponse(c: Context<Environment>, { name, type, bytes, content }: Download): Response {
  const body = Readable.toWeb(content) as ReadableStream<Uint8Array>;
  return c.body(body, 200, {
    'Content-Type': type,
    'Content-Length': String(bytes),
    'Content-Disposition': disposition(name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
}

/** RFC 6266: the name in ASCII for those that know no other, and in UTF-8 (RFC 8187). */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
