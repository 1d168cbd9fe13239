import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { within } from '../core/repository-path.ts';

/** A file as a patch is made for it. */
export interface BaseText {
  /** With its byte order mark, if it has one. */
  readonly text: string;
  readonly mark: '' | '\uFEFF';
  readonly sha256: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a file of a repository that is to be changed. A link that leads out of it is refused.
 * @returns a sentence for the user where it is in no encoding that a diff can show
 * @throws Refusal 404 or 422 where there is no such file in the repository
 */
export async function readBase(root: string, path: string): Promise<BaseText | string> {
  const bytes = await readFile(await within(root, path));
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return `${path} is not encoded in UTF-8; such files are not changed.`;
  }
  if (text.includes('\0')) return `${path} is not encoded in UTF-8; such files are not changed.`;
  return { text, mark: text.startsWith('\uFEFF') ? '\uFEFF' : '', sha256: sha256(bytes) };
}

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');
