import type { SourceFile } from '../../../src/engine/analysis.ts';
import { fileLanguage } from '../../../src/engine/languages/registry.ts';
import { applied, type Edit, nodesIn, parsed } from './syntax.ts';

const ends = new Set([';', '{', '}', ')', ',']);

/**
 * Takes the comments out of a file and, where there is one to put, puts it at the ends of lines.
 * @returns the text, its lines where they were
 */
export async function recommented(file: SourceFile, comment: string | undefined): Promise<string> {
  const family = fileLanguage(file.path, file.text)?.family;
  const blank = await parsed(file, (root) => {
    const edits: Edit[] = [];
    const closed: { at: number; end: number }[] = [];
    for (const node of nodesIn(root)) {
      const { type, startIndex: at, endIndex: end } = node;
      if (type.endsWith('comment')) edits.push({ at, end, text: node.text.replace(/[^\n]/g, ' ') });
      else if (/string|template|regex|jsx|ERROR/.test(type)) closed.push({ at, end });
    }
    return { text: applied(file.text, edits), closed };
  });
  if (!blank) return file.text;
  if (comment === undefined) return blank.text.replace(/[ \t]+$/gm, '');
  const put = family === 'python' ? ` # ${comment}` : ` // ${comment}`;
  let at = 0;
  return blank.text
    .split('\n')
    .map((line) => {
      const kept = line.trimEnd();
      const end = at + kept.length;
      at += line.length + 1;
      const isOpen =
        !ends.has(kept.at(-1) ?? '') || blank.closed.some((one) => one.at < end && end < one.end);
      return isOpen ? line : kept + put;
    })
    .join('\n');
}
