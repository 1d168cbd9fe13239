import type { Strategy } from '../../fixes/fix.ts';
import { type Source, walk } from '../../fixes/source.ts';
import { wording } from './wording.ts';

/** Views that were taken out of the check for forged requests are put back under it. */
const withoutExemption: Strategy = {
  languages: ['python'],
  fix: ({ source, finding }) => {
    const range = source.offsetsOf(finding.range);
    const decorator = [...walk(source.root)].find(
      (node) =>
        node.type === 'decorator' &&
        node.at <= range.at &&
        range.at <= node.end &&
        /csrf_exempt|\.exempt/.test(source.textOf(node)),
    );
    if (!decorator || !wording) return undefined;
    return { strategy: 'csrf-disabled/exemption', ...wording, edits: [wholeLines(source, decorator)] };
  },
};

function wholeLines(source: Source, { at, end }: { readonly at: number; readonly end: number }) {
  const start = source.lineStart(at);
  const last = source.lines.endOf(source.lines.lineOf(end), source.text);
  const next = source.text.startsWith('\r\n', last) ? last + 2 : Math.min(last + 1, source.text.length);
  return { at: start, end: next, text: '' };
}

export const fixes: readonly Strategy[] = [withoutExemption];
