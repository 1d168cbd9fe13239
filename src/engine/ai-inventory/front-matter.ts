import { isRecord, parseYaml } from './parsing.ts';

export function frontMatter(text: string): Record<string, unknown> | undefined {
  const match = /^\s*---\r?\n([\s\S]{0,20000}?)\r?\n---/.exec(text);
  const parsed = match?.[1] === undefined ? undefined : parseYaml(match[1]);
  return isRecord(parsed) ? parsed : undefined;
}
