import { maximumVexText } from '../../api/contract/dependencies.ts';
import { contract } from '../../api/contract/index.ts';
import { maximumSubmissionBytes } from '../../api/contract/scans/code-scans.ts';
import { Refusal } from '../core/errors.ts';

const usualBodyBytes = 1024 * 1024;
/** JSON may write a byte of code as up to six; twice is what real code comes to, with room for the paths. */
const submissionBodyBytes = 2 * maximumSubmissionBytes + usualBodyBytes;

/** A text of JSON within JSON takes up to twice its characters, and one of these up to three bytes. */
const vexBodyBytes = 4 * maximumVexText + usualBodyBytes;

export function bodyLimitOf(endpointId: string): number {
  if (endpointId === contract.dependencies.importVex.id) return vexBodyBytes;
  return endpointId === contract.codeScans.submitCodeScan.id ? submissionBodyBytes : usualBodyBytes;
}

/**
 * Reads a JSON body, not a byte beyond the limit.
 * @returns undefined when there is none.
 * @throws Refusal 413 over the limit, 400 for another content type or what is not JSON in UTF-8.
 */
export async function readBody(
  request: Request,
  limit: number,
  types: readonly string[] = ['application/json'],
): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return undefined;
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (!types.includes(type.trim()))
    throw new Refusal(400, `The body must be JSON: send Content-Type: ${types[0]}.`);
  const isOtherText = parameters.some((each) => /^\s*charset\s*=\s*(?!"?utf-?8"?\s*$)/.test(each));
  if (isOtherText || !/^(?:identity)?$/i.test(request.headers.get('content-encoding') ?? ''))
    throw new Refusal(400, 'The body must be JSON in UTF-8, and not compressed.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'The body is not valid JSON in UTF-8.');
  }
}

/** @throws Refusal 413 over the limit, before it is read where its length was announced */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of request.body ?? []) {
    total += chunk.byteLength;
    if (total > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): Refusal {
  return new Refusal(413, `The body is over the limit of ${limit} bytes.`);
}
