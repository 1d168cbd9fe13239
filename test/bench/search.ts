import { quality } from './search/quality.ts';

/** How well and how fast issues and endpoints are found by what a text means. */
export async function bench({
  only,
}: {
  readonly only: string | undefined;
}): Promise<Record<string, unknown>> {
  return await quality(only);
}
