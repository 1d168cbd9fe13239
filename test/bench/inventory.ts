import { bench as detection } from './inventory-detection.ts';
import { bench as search } from './inventory-search.ts';
import { bench as share } from './inventory-share.ts';

/** The inventory of AI components: how right the detection is, what it adds to a scan, how fast the search is. */
export async function bench({
  corpus,
}: {
  readonly corpus: string | undefined;
}): Promise<Record<string, unknown>> {
  return { detection: await detection(), share: await share(corpus), search: await search() };
}
