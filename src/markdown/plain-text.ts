/**
 * Characters that make text look like other text: they turn its direction round, or cannot be seen at all. Marks of a
 * single direction, which real Arabic and Hebrew have, are not among them.
 */
const deceptive = /[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}\u2028\u2029\0]+/gu;

/** Shows what would be hidden: a run of such characters as the name of its first, `⟨U+202E⟩`. */
export function reveal(text: string): string {
  return text.replace(deceptive, (run) => {
    const code = (run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const length = [...run].length;
    return length === 1 ? `⟨U+${code}⟩` : `⟨U+${code} ×${length}⟩`;
  });
}
