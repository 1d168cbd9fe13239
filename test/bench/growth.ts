/** Every reader of texts of others, with every family of hostile texts: where eight times the text costs over forty times as much. */
import { growth, size } from '../support/growth.ts';
import { families, pairs } from '../support/hostile-text.ts';
import { readers } from '../support/readers.ts';

export async function bench(): Promise<Record<string, unknown>> {
  const grown: string[] = [];
  for (const [name, read] of Object.entries(readers))
    for (const family of [...families, ...pairs]) {
      const found = growth(read, family, size);
      if (found !== undefined) grown.push(`${name}: ${found}`);
    }
  for (const one of grown) console.log(one);
  return {
    readers: Object.keys(readers).length,
    families: families.length + pairs.length,
    grown: grown.length,
  };
}
