import { judgeInventory, projects } from '../support/ai-inventory-corpus.ts';

/** Precision and recall of the detection over the labelled projects, by kind. */
export async function bench(): Promise<Record<string, unknown>> {
  const { byKind, mistakes } = judgeInventory();
  for (const mistake of mistakes) console.log(mistake);
  const kinds = Object.fromEntries(
    [...byKind].map(([kind, { right, missed, wrong }]) => {
      const row = {
        components: right + missed,
        precision: right / Math.max(1, right + wrong),
        recall: right / Math.max(1, right + missed),
      };
      console.log(
        `${kind.padEnd(20)} ${row.components}  ${row.precision.toFixed(3)}  ${row.recall.toFixed(3)}`,
      );
      return [kind, row];
    }),
  );
  return { projects: projects.length, kinds };
}
