import type { CompiledRule, Formula, Search, TaintPattern } from '../rule.ts';

/** Returns the rules with one object for equal formulas: what one of them finds in a file holds for all. */
export function withSharedFormulas(rules: readonly CompiledRule[]): readonly CompiledRule[] {
  const known = new Map<string, Formula>();
  const shared = <T extends Formula>(formula: T): Formula => {
    const own = withSharedParts(formula);
    const key = JSON.stringify(own);
    const same = known.get(key);
    if (same) return same;
    known.set(key, own);
    return own;
  };
  const withSharedParts = (formula: Formula): Formula => {
    switch (formula.kind) {
      case 'any':
        return { ...formula, parts: formula.parts.map(shared) };
      case 'all':
        return {
          ...formula,
          parts: formula.parts.map(shared),
          conditions: formula.conditions.map((condition) =>
            condition.kind === 'pattern' ? { ...condition, formula: shared(condition.formula) } : condition,
          ),
        };
      case 'inside':
      case 'not':
      case 'not-inside':
        return { ...formula, formula: shared(formula.formula) };
      case 'code':
      case 'text':
      case 'regex':
        return formula;
    }
  };
  const inEach = (patterns: readonly TaintPattern[]): readonly TaintPattern[] =>
    patterns.map((pattern) => ({ ...pattern, formula: shared(pattern.formula) }));
  const inSearch = (search: Search): Search =>
    search.mode === 'search'
      ? { ...search, formula: shared(search.formula) }
      : {
          ...search,
          sources: inEach(search.sources),
          sinks: inEach(search.sinks),
          sanitizers: inEach(search.sanitizers),
        };
  return rules.map((rule) => ({
    ...rule,
    searches: Object.fromEntries(
      Object.entries(rule.searches).map(([target, search]) => [target, inSearch(search)]),
    ),
  }));
}
