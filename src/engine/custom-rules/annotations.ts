/** Comments of a test that say which lines a rule has to find, as Semgrep's tests have them. */
export interface Annotations {
  /** 1-based, of the lines below the comments. */
  readonly expected: ReadonlySet<number>;
  readonly clean: ReadonlySet<number>;
  /** Lines that a rule is known to get wrong: `todoruleid`, `todook`. */
  readonly open: ReadonlySet<number>;
}

const comment =
  /(?:#|\/\/|\/\*|<!--|--|;|\{\/\*|\{\{!)\s*(ruleid|ok|todoruleid|todook|deepruleid|deepok|proruleid|prook)\s*:\s*([\w./, -]+)/;

/** Reads the annotations of a test for a rule. */
export function annotationsOf(text: string, rule: string): Annotations {
  const expected = new Set<number>();
  const clean = new Set<number>();
  const open = new Set<number>();
  const lines = text.split('\n');
  const isAnnotation = (line: string): boolean => comment.test(line);
  for (const [index, line] of lines.entries()) {
    const found = comment.exec(line);
    if (!found) continue;
    const [, kind = '', names = ''] = found;
    const ids = names.split(',').map(
      (name) =>
        name
          .trim()
          .split(/\s/)[0]
          ?.replace(/-->?$|\*\/.*$/, '')
          .trim() ?? '',
    );
    if (!ids.some((id) => id === rule || id.endsWith(`.${rule}`))) continue;
    // Further comments of the kind may stand between it and the line that it is about.
    let about = index + 1;
    while (about < lines.length && isAnnotation(lines[about] ?? '')) about++;
    const set = kind === 'ruleid' ? expected : kind === 'ok' ? clean : open;
    set.add(about + 1);
  }
  return { expected, clean, open };
}

export interface Disagreement {
  readonly line: number;
  readonly kind: 'missing' | 'unexpected';
}

/** Where a rule and the annotations of its test disagree. Every line that is found has to be annotated. */
export function disagreements(
  { expected, open }: Annotations,
  found: Iterable<number>,
): readonly Disagreement[] {
  const lines = new Set(found);
  const missing = [...expected].filter((line) => !lines.has(line));
  const unexpected = [...lines].filter((line) => !expected.has(line) && !open.has(line));
  return [
    ...missing.map((line) => ({ line, kind: 'missing' as const })),
    ...unexpected.map((line) => ({ line, kind: 'unexpected' as const })),
  ].toSorted((a, b) => a.line - b.line);
}
