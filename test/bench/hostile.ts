/** 100,000 damaged files through the engine and 20,000 damaged requests through the service: how many fall. */
import type { Options } from './accuracy.ts';
import { hostileFiles } from './hostile-files.ts';
import { hostileRequests } from './hostile-requests.ts';

const files = 100_000;
const requests = 20_000;

/** `--only files` or `--only requests`, with a number behind it for fewer: `--only files=5000`. */
export async function bench({ only }: Options): Promise<Record<string, unknown>> {
  const [part, number] = only?.split('=') ?? [];
  const count = number === undefined ? undefined : Number(number);
  if (
    (part !== undefined && part !== 'files' && part !== 'requests') ||
    (count !== undefined && !(count > 0))
  )
    throw new Error('--only takes files or requests, with a number behind it or not: files=5000.');
  return {
    ...(part !== 'requests' && { files: await hostileFiles(count ?? files) }),
    ...(part !== 'files' && { requests: await hostileRequests(count ?? requests) }),
  };
}
