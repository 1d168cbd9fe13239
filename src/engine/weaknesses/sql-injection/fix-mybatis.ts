import type { Edit } from '../../fixes/edits.ts';
import { type FixResult, noFix, type Situation, type Strategy } from '../../fixes/fix.ts';
import { type Source, walk } from '../../fixes/source.ts';
import { positionAfter } from './position.ts';
import { namesLeft } from './wording.ts';

/** In statements of MyBatis `${name}` writes a value into the text, and `#{name}` binds it. */
const boundMapper: Strategy = {
  languages: ['java'],
  fix: ({ source, finding, node }: Situation): FixResult => {
    const range = source.offsetsOf(finding.range);
    const annotation =
      source.around(node, 'annotation') ??
      [...walk(source.root)].find(
        (one) => one.type === 'annotation' && range.at <= one.at && one.end <= range.end,
      );
    if (!annotation || !/^@(?:Select|Insert|Update|Delete)\b/.test(source.textOf(annotation)))
      return undefined;
    const literals = [...walk(annotation)].filter(({ type }) => type === 'string_literal');
    let before = '';
    const edits: Edit[] = [];
    let left = false;
    for (const literal of literals) {
      const bound = withBoundValues(source, literal, before);
      before = `${bound.after} `;
      left ||= bound.left;
      edits.push(...bound.edits);
    }
    if (edits.length === 0) return left ? noFix(namesLeft) : undefined;
    return {
      strategy: 'sql-injection/bound-values',
      title: 'Bind the values of the mapper’s statement',
      explanation: `With \`#{…}\` the value reaches the database apart from the statement, and with \`\${…}\` it would be a part of its text.${left ? ' Names of tables and columns cannot be bound and stay as they are: choose them from a list of allowed ones.' : ''}`,
      edits,
    };
  },
};

const place = /(['"]?)(%?)\$\{([\w.]+)\}(%?)\1/g;

function withBoundValues(
  source: Source,
  literal: { readonly at: number; readonly end: number },
  start: string,
): { readonly edits: readonly Edit[]; readonly after: string; readonly left: boolean } {
  const text = source.textOf(literal);
  const opening = text.startsWith('"""') ? 3 : 1;
  let before = start;
  let from = opening;
  let left = false;
  const edits: Edit[] = [];
  for (const match of text.matchAll(place)) {
    const [whole, quote = '', head = '', name = '', tail = ''] = match;
    // The literal's own marks are no marks of the statement.
    if (quote === '"' || match.index < opening) {
      left = true;
      continue;
    }
    before += text.slice(from, match.index);
    from = match.index + whole.length;
    const isText = quote === "'";
    if (isText || (head === '' && tail === '' && positionAfter(before) !== 'name')) {
      const parts = [...(head ? ["'%'"] : []), `#{${name}}`, ...(tail ? ["'%'"] : [])];
      const at = literal.at + match.index;
      edits.push({
        at,
        end: at + whole.length,
        text: parts.length > 1 ? `CONCAT(${parts.join(', ')})` : (parts[0] ?? ''),
      });
    } else left = true;
    before += isText ? "'x'" : 'x';
  }
  return { edits, after: before + text.slice(from, text.length - opening), left };
}

export const fixes: readonly Strategy[] = [boundMapper];
