import { runGit } from '../git/run.ts';

/**
 * Contents that a repository has, by name; two processes for all of them.
 * @param folder any folder of the work tree
 * @param largest bytes; larger contents are not read
 * @returns those that are there; none when git is missing or refuses
 * @throws the signal's reason when cancelled
 */
export async function readBlobs(
  folder: string,
  names: readonly string[],
  largest: number,
  signal: AbortSignal,
): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const wanted = names.filter((name) => /^[0-9a-f]{40,64}$/.test(name));
  if (wanted.length === 0) return found;
  const sizes = await runGit(folder, ['cat-file', '--batch-check'], {
    signal,
    input: `${wanted.join('\n')}\n`,
  });
  if (sizes.kind !== 'ok') return found;
  const small = sizes.output
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [name = '', type, size] = line.split(' ');
      return type === 'blob' && Number(size) <= largest ? [name] : [];
    });
  if (small.length === 0) return found;
  const contents = await runGit(folder, ['cat-file', '--batch'], { signal, input: `${small.join('\n')}\n` });
  if (contents.kind !== 'ok') return found;
  const { output } = contents;
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    if (end < 0) break;
    const [name = '', type, size] = output.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    found.set(name, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}
