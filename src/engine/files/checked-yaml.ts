import { isMap, isNode, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import type * as z from 'zod';

/** What is wrong with a file, and on which line; the first is 1. */
export interface YamlProblem {
  readonly line: number;
  readonly message: string;
}

export type CheckedYaml<T> =
  | { readonly value: T; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly [YamlProblem, ...YamlProblem[]] };

/** Aliases that one document may expand to. */
const maximumAliases = 100;

/** Returns what a YAML document says as the schema has it, or every problem of it with its line. */
export function checkedYaml<T>(text: string, schema: z.ZodType<T>): CheckedYaml<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const lineAt = (offset: number | undefined): number =>
    offset === undefined ? 1 : Math.max(1, lines.linePos(offset).line);
  const broken = document.errors.map(({ message, pos: [at] }) => ({
    line: lineAt(at),
    message: message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? message,
  }));
  if (isFilled(broken)) return { problems: broken };
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: maximumAliases }));
  if (parsed.success) return { value: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const paths = keys.length === 0 ? [issue.path] : keys.map((key) => [...issue.path, key]);
    return paths.map((path) => {
      const where = path.map(String).join('.');
      const message = keys.length === 0 ? issue.message : 'there is no such key';
      return {
        line: lineAt(offsetOf(document.contents, path)),
        message: where === '' ? message : `${where}: ${message}`,
      };
    });
  });
  return { problems: isFilled(problems) ? problems : [{ line: 1, message: 'it is not valid' }] };
}

const isFilled = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;

/** Where the deepest part of a path that is there stands; a key of a map stands where the key does. */
function offsetOf(node: ParsedNode | null, path: readonly PropertyKey[]): number | undefined {
  let current: unknown = node;
  let offset = node?.range[0];
  for (const key of path) {
    if (isMap(current)) {
      const pair = current.items.find((item) => String(item.key) === String(key));
      if (!pair) break;
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      current = pair.value;
    } else {
      const next: unknown = isNode(current) && 'get' in current ? current.get(key, true) : undefined;
      if (!isNode(next)) break;
      offset = next.range?.[0] ?? offset;
      current = next;
    }
  }
  return offset;
}
