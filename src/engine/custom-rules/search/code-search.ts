import { dottedTerm, type Term } from '../../languages/term.ts';
import type { IndexedFile } from '../matching/indexed-file.ts';
import type { Matcher } from '../matching/matcher.ts';
import { statementRuns } from '../matching/statements.ts';
import type { CodePattern } from '../rule.ts';
import type { Found, Span } from './found.ts';

/** Every place of a file where a pattern of code matches. @throws StepLimit */
export function findCode({ terms }: CodePattern, matcher: Matcher, within?: Span): Found[] {
  const { file } = matcher;
  const found: Found[] = [];
  const [first] = terms;
  if (terms.length > 1) {
    for (const block of blocksOf(file)) {
      if (!overlaps(block, within)) continue;
      const start = first.kind === 'ellipsis' ? 1 : block.parts.length;
      for (let at = 0; at < start; at++) {
        matcher.steps.spend();
        for (const run of statementRuns(matcher, terms, block.parts.slice(at), undefined)) found.push(run);
      }
    }
    return found;
  }
  for (const term of candidates(first, file, matcher, within !== undefined)) {
    if (within && (term.at < within.at || term.end > within.end)) continue;
    for (const env of matcher.match(first, term, undefined)) found.push({ at: term.at, end: term.end, env });
  }
  return found;
}

const overlaps = ({ at, end }: Span, within: Span | undefined): boolean =>
  !within || (at < within.end && within.at < end);

const blocksOf = (file: IndexedFile): readonly Term[] => [
  ...file.of('block'),
  ...file.of('members'),
  ...file.of('switch_block_statement_group'),
  ...file.of('switch_case'),
  ...file.of('switch_default'),
];

/** The terms that a pattern may be. */
function* candidates(
  pattern: Term,
  file: IndexedFile,
  { options }: Matcher,
  isPart: boolean,
): Generator<Term> {
  const kinds = kindsOf(pattern, options.constantPropagation, options.symbolicPropagation);
  // What a metavariable holds may be a name that is no value.
  if (isPart && pattern.kind === 'name') yield* file.of('word');
  if (kinds) for (const kind of kinds) yield* file.of(kind);
  else for (const term of file.all) if (isExpression(term)) yield term;
}

function kindsOf(pattern: Term, withConstants: boolean, withSymbols: boolean): readonly string[] | undefined {
  const { kind } = pattern;
  switch (kind) {
    case 'ellipsis':
    case 'metavariable':
    case 'typed':
    case 'deep':
      return undefined;
    case 'string':
    case 'string-expression':
    case 'number':
      return withConstants
        ? [kind === 'number' ? kind : 'string', 'name', 'binary']
        : [kind === 'number' ? kind : 'string'];
    case 'assign':
      return ['assign', 'declare'];
    case 'name':
      return ['name', 'member', 'generic'];
    case 'member':
      return dottedTerm(pattern) === undefined && pattern.parts[1]?.kind !== 'ellipsis'
        ? ['member', ...(withSymbols ? ['name'] : [])]
        : undefined;
    case 'call':
      return withSymbols ? ['call', 'name'] : ['call'];
    default:
      return isLoop(pattern) ? loops : [kind];
  }
}

const loops = ['for_statement', 'for_in_statement', 'enhanced_for_statement'];
const isLoop = ({ kind }: Term): boolean => loops.includes(kind);

/** What may stand for a value, or for a statement. */
const isExpression = ({ kind, field }: Term): boolean =>
  !parts.has(kind) && field !== 'modifier' && kind !== 'statement' && kind !== 'block';

const parts: ReadonlySet<string> = new Set([
  'word',
  'pair',
  'named',
  'parameter',
  'fragment',
  'members',
  'import',
  'annotation',
]);
