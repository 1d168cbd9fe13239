import type { HttpEndpoint } from '../../api/contract/endpoints.ts';
import { mentionsOf, presentLine } from '../ai-components/mentions.ts';

/** The 1-based line of the handler by its name, or of its path where it has none; where it was, if neither is there. */
export function handlerLine(
  text: string,
  { name, path, line }: Pick<HttpEndpoint, 'name' | 'path' | 'line'>,
): { readonly line: number; readonly isFound: boolean } {
  const handler = name.includes(' ') ? '' : (name.split('.').at(-1) ?? '');
  const lines = text.split('\n');
  if (handler === '') {
    // Of a mounted router, the file has the end of the path.
    const written = `/${path.split('/').at(-1) ?? ''}`;
    const isAt = (number: number): boolean => lines[number - 1]?.includes(written) === true;
    const offsets = [...lines.keys()].sort((a, b) => Math.abs(a + 1 - line) - Math.abs(b + 1 - line));
    const nearest = isAt(line) ? line : offsets.map((index) => index + 1).find(isAt);
    return { line: nearest ?? Math.min(line, lines.length), isFound: nearest !== undefined };
  }
  const component = { name: handler, line };
  return { line: presentLine(text, component), isFound: mentionsOf(text, component).length > 0 };
}
