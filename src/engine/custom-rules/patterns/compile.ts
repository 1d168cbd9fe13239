import type { Parsing } from '../../languages/parsing.ts';
import type { FamilyId } from '../../languages/registry.ts';
import { Shaper, type Term, type TermShapes } from '../../languages/term.ts';
import { isSuperLinear } from '../../rules/redos.ts';
import { asEcmaScript } from '../../rules/regex-dialects.ts';
import type { CodePattern } from '../rule.ts';
import { type TopLevel, withHoles, wrapper } from './holes.ts';

/** A way to read a pattern that is a part of something only. */
interface Reading {
  readonly before: string;
  readonly after: string;
  readonly topLevel?: TopLevel;
  /** The terms of the pattern among those of what it was put into. */
  readonly terms: (block: Term) => readonly Term[];
}

const under = (term: Term | undefined, field: string): readonly Term[] =>
  term?.parts.filter((part) => part.field === field) ?? [];
const whole: Reading['terms'] = (block) => block.parts;
const first = (block: Term): Term | undefined => block.parts[0];
const body = (term: Term | undefined): Term | undefined => under(term, 'body')[0];
/** The function around a pattern of Java's statements. */
const method = (block: Term): Term | undefined => body(first(block))?.parts[0];
const handlers = (term: Term | undefined): readonly Term[] => term?.parts.slice(1) ?? [];

const javaStatements = (before: string, after: string, terms: Reading['terms']): Reading => ({
  before: `class ${wrapper} { void w() {\n${before}`,
  after: `${after}\n} }`,
  terms,
});

const readings: Readonly<
  Record<FamilyId, { readonly paths: readonly string[]; readonly ways: readonly Reading[] }>
> = {
  javascript: {
    paths: ['pattern.tsx', 'pattern.ts', 'pattern.js'],
    ways: [
      { before: '(\n', after: '\n)', terms: whole },
      { before: '', after: '', terms: whole },
      { before: '', after: '\n{}', terms: whole },
      { before: '', after: `\nclass ${wrapper} {}`, terms: (block) => under(first(block), 'decorator') },
      {
        before: `class ${wrapper} {\n`,
        after: '\n}',
        terms: (block) =>
          under(first(block), 'body')[0]?.parts ??
          first(block)?.parts.find(({ kind }) => kind === 'members')?.parts ??
          [],
      },
      { before: '({\n', after: '\n})', terms: (block) => first(block)?.parts[0]?.parts ?? [] },
      { before: 'try {} ', after: '', terms: (block) => handlers(first(block)) },
      { before: '<a ', after: ' />', terms: (block) => under(first(block)?.parts[0], 'attribute') },
    ],
  },
  python: {
    paths: ['pattern.py'],
    ways: [
      { before: '', after: '', terms: whole },
      { before: '', after: ' ...', terms: whole },
      { before: '', after: '\n    ...', terms: whole },
      { before: '', after: '\n        ...', terms: whole },
      { before: '', after: `\ndef ${wrapper}(): pass`, terms: (block) => under(first(block), 'decorator') },
      { before: 'try:\n    pass\n', after: '', terms: (block) => handlers(first(block)) },
      { before: 'try:\n    pass\n', after: ' pass', terms: (block) => handlers(first(block)) },
      { before: '{', after: '}', terms: (block) => first(block)?.parts[0]?.parts ?? [] },
    ],
  },
  java: {
    paths: ['pattern.java'],
    ways: [
      {
        before: `class ${wrapper} { Object w = `,
        after: ';}',
        terms: (block) => under(body(first(block))?.parts[0], 'right'),
      },
      javaStatements('', '', (block) => body(method(block))?.parts ?? []),
      javaStatements('', ';', (block) => body(method(block))?.parts ?? []),
      {
        before: `class ${wrapper} {\n`,
        after: '\n}',
        topLevel: 'member',
        terms: (block) => body(first(block))?.parts ?? [],
      },
      {
        before: `class ${wrapper} {\n`,
        after: ';\n}',
        topLevel: 'member',
        terms: (block) => body(first(block))?.parts ?? [],
      },
      { before: '', after: '', topLevel: 'member', terms: whole },
      { before: '', after: ';', topLevel: 'member', terms: whole },
      { before: '', after: `\nclass ${wrapper} {}`, terms: (block) => under(first(block), 'modifier') },
      { before: '', after: ' {}', topLevel: 'member', terms: whole },
      {
        before: `class ${wrapper} {\n`,
        after: ' {}\n}',
        topLevel: 'member',
        terms: (block) => body(first(block))?.parts ?? [],
      },
      javaStatements('try {} ', '', (block) => handlers(body(method(block))?.parts[0])),
      javaStatements('', ' {}', (block) => body(method(block))?.parts ?? []),
    ],
  },
};

/** Loads the grammars that patterns of a family are read with. */
export async function prepareGrammars(parsing: Parsing, family: FamilyId): Promise<void> {
  for (const path of readings[family].paths) await parsing.prepare(path, '');
}

/** Reads a pattern with its language's own grammar. @throws SyntaxError for an expression in a string of it @returns undefined where no part of the language is written like this */
export function compilePattern(
  source: string,
  family: FamilyId,
  parsing: Parsing,
  shapes: TermShapes,
): CodePattern | undefined {
  const { paths, ways } = readings[family];
  const text = family === 'python' ? unindented(source) : source.trim();
  for (const way of ways)
    for (const path of paths) {
      const written = withHoles(text, family, way.topLevel);
      const code = `${way.before}${written.text}${way.after}`;
      const filled = way.after.includes('...') ? withHoles(code, family).text : code;
      const tree = parsing.tree(path, filled);
      if (!tree || tree.errors > 0) continue;
      const shaper = new Shaper(filled, shapes, written.hole);
      const [block] = shaper.each(tree.root, '');
      const [term, ...others] = (block ? way.terms(block) : []).map(withDeep);
      if (term) return { kind: 'code', terms: [alone(term, others.length), ...others] };
    }
  return undefined;
}

/** An expression by itself is looked for wherever expressions are. */
const alone = (term: Term, others: number): Term =>
  others === 0 && term.kind === 'statement' && term.parts[0] ? { ...term.parts[0], field: '' } : term;

/** Signs of patterns that the grammar reads as something else: `<... e ...>` as a call, `"=~/…/"` as a string. */
function withDeep(term: Term): Term {
  const parts = term.parts.map(withDeep);
  if (term.kind === 'fragment' && term.text === '...') return { ...term, kind: 'ellipsis', text: '' };
  if (term.kind === 'string' && term.text.startsWith('=~/')) return stringExpression(term);
  const [callee, argument] = parts;
  if (term.kind === 'call' && callee?.kind === 'deep' && argument)
    return { ...term, kind: 'deep', parts: [{ ...argument, field: '' }] };
  return { ...term, parts };
}

/** @throws SyntaxError */
function stringExpression(term: Term): Term {
  const found = /^=~\/(.*)\/([a-z]*)$/s.exec(term.text);
  if (!found) return term;
  const written = asEcmaScript(found[1] ?? '', found[2] ?? '');
  if (!written) throw new SyntaxError('The expression has a part that is not supported.');
  const cost = isSuperLinear(written.source, written.flags);
  if (cost.superLinear && cost.reason?.startsWith('exponential') === true)
    throw new SyntaxError(`The expression takes ${cost.reason}.`);
  new RegExp(written.source, written.flags);
  const flags = { ...term, kind: cost.superLinear ? 'slow' : 'fast', text: written.flags };
  return { ...term, kind: 'string-expression', text: written.source, parts: [flags] };
}

function unindented(source: string): string {
  const lines = source
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const indent = /^\s*/.exec(lines[0] ?? '')?.[0] ?? '';
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
}
