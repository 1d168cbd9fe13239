import type { FamilyId } from '../../languages/registry.ts';
import { dottedTerm, type Term } from '../../languages/term.ts';
import { ownScopes } from './bindings.ts';
import { type Imports, importsOf } from './imports.ts';

/** A file as patterns see it. */
export class IndexedFile {
  readonly text: string;
  readonly family: FamilyId;
  readonly root: Term;
  readonly #byKind = new Map<string, Term[]>();
  readonly #parents = new Map<Term, Term>();
  readonly all: Term[] = [];
  #imports: Imports | undefined;
  #places: Map<string, Term> | undefined;
  #scopes: Map<Term, ReadonlyMap<string, Variable>> | undefined;

  constructor(root: Term, text: string, family: FamilyId) {
    this.root = root;
    this.text = text;
    this.family = family;
    this.#add(root);
  }

  #add(term: Term): void {
    this.all.push(term);
    if (term.kind === 'name' || term.kind === 'word') ownScopes.set(term, this);
    const known = this.#byKind.get(term.kind);
    if (known) known.push(term);
    else this.#byKind.set(term.kind, [term]);
    for (const part of term.parts) {
      this.#parents.set(part, term);
      this.#add(part);
    }
  }

  of(kind: string): readonly Term[] {
    return this.#byKind.get(kind) ?? [];
  }

  parentOf(term: Term): Term | undefined {
    return this.#parents.get(term);
  }

  /** The outermost term of a place. */
  termAt(at: number, end: number): Term | undefined {
    this.#places ??= new Map(this.all.toReversed().map((term) => [`${term.at} ${term.end}`, term] as const));
    return this.#places.get(`${at} ${end}`);
  }

  /** The names under which something imported may be known: with the module that it is from. */
  fullNames(term: Term): readonly string[] {
    const dotted = dottedTerm(term);
    if (dotted === undefined) return [];
    this.#imports ??= importsOf(this);
    return this.#imports.fullNames(dotted);
  }

  /** What a name was declared or assigned as, where that happens once in its scope. */
  variableOf(term: Term): Variable | undefined {
    if (term.kind !== 'name') return undefined;
    for (let scope = this.#scopeAround(term); scope; scope = this.#scopeAround(scope)) {
      const found = this.#variablesOf(scope).get(term.text);
      if (found) return found;
    }
    return undefined;
  }

  /** Where the variable of a name is declared; undefined for one of the file itself, or of elsewhere. */
  scopeOf(term: Term): Term | undefined {
    const own = this.#parents.get(term);
    if (term.kind === 'word' && own?.kind !== 'parameter') return undefined;
    for (let scope = this.#scopeAround(term); scope; scope = this.#scopeAround(scope))
      if (this.#variablesOf(scope).get(term.text)?.isDeclared === true) return scope;
    return undefined;
  }

  #scopeAround(term: Term): Term | undefined {
    for (let one = this.#parents.get(term); one; one = this.#parents.get(one))
      if (isScope(one) || one === this.root) return one;
    return undefined;
  }

  #variablesOf(scope: Term): ReadonlyMap<string, Variable> {
    this.#scopes ??= new Map();
    const known = this.#scopes.get(scope);
    if (known) return known;
    const variables = new Map<string, Variable>();
    const note = (
      name: Term | undefined,
      value: Term | undefined,
      type: Term | undefined,
      isDeclared = true,
    ): void => {
      if (name?.kind !== 'name' && name?.kind !== 'word') return;
      const before = variables.get(name.text);
      variables.set(name.text, {
        value: before ? undefined : value,
        type: type ?? before?.type,
        times: (before?.times ?? 0) + 1,
        isDeclared: isDeclared || before?.isDeclared === true,
      });
    };
    const visit = (term: Term): void => {
      const part = (field: string): Term | undefined => term.parts.find((one) => one.field === field);
      if (term.kind === 'assign') note(part('left'), part('right'), part('type'), this.family === 'python');
      else if (term.kind === 'declare') {
        const right = part('right');
        if (right || !variables.has(part('left')?.text ?? '')) note(part('left'), right, part('type'));
      } else if (term.kind === 'parameter') note(part('name'), undefined, part('type'));
      else if (term.kind === 'augmented' || term.kind === 'update' || term.kind === 'unary')
        note(part('left') ?? part('argument') ?? term.parts[0], undefined, undefined, false);
      else if (term.kind.startsWith('for') || term.kind.startsWith('enhanced'))
        note(part('left') ?? part('name'), undefined, part('type'));
      for (const one of term.parts) if (!isScope(one)) visit(one);
    };
    for (const part of scope.parts) if (!isScope(part)) visit(part);
    this.#scopes.set(scope, variables);
    return variables;
  }
}

export interface Variable {
  /** What it is assigned; undefined where that is not known or happens more than once. */
  readonly value: Term | undefined;
  readonly type: Term | undefined;
  readonly times: number;
  /** Here, and not around. */
  readonly isDeclared: boolean;
}

const scopes: ReadonlySet<string> = new Set(['function', 'lambda', 'class']);
const isScope = ({ kind }: Term): boolean => scopes.has(kind);
