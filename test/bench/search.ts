import { quality } from './search/quality.ts';
import { speed } from './search/speed.ts';

/**
 * How well and how fast issues and endpoints are found by what a text means. `--only speed` measures the time alone; another text the quality
 * alone, with the answers to questions that have it.
 */
export async function bench({
  only,
}: {
  readonly only: string | undefined;
}): Promise<Record<string, unknown>> {
  if (only === 'speed') return await speed();
  const measured = await quality(only);
  return only === undefined ? { ...measured, speed: await speed() } : measured;
}
