import type { Decorator, Expr, FieldDefinition, Param, TypeRef } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import type { Machine } from '../interpreter/machine.ts';
import type { Project } from '../interpreter/project.ts';
import type { LinkedClass, LinkedModule } from '../names/linking.ts';
import { everyClass, type Mask, maskOf, noClass } from '../values/masks.ts';
import { clearedByPattern, isStrictPattern } from '../values/patterns.ts';

/** The classes for which a parameter's checks make it safe: `@Pattern`, `Query(pattern=…)`. */
export const clearedByChecks = (
  machine: Machine,
  { decorators, default: fallback, type }: Pick<Param, 'decorators' | 'default' | 'type'>,
  module: LinkedModule,
): Mask =>
  [...decorators.map(({ expr }) => expr), ...(fallback ? [fallback] : [])].reduce(
    (mask, expr) => mask.or(clearedByCheck(machine, expr, module)),
    type ? clearedByAlias(machine, type, module) : noClass,
  );

/** `List<@Pattern(…) String>`: all that a collection of one type holds is checked. */
export const checksOfElements = (type: TypeRef | undefined): readonly Decorator[] =>
  type?.args?.length === 1 ? (type.args[0]?.decorators ?? []) : [];

/** Python's `Code = Annotated[str, StringConstraints(pattern=…)]`, here or where it is imported from. */
function clearedByAlias(machine: Machine, { candidates }: TypeRef, module: LinkedModule): Mask {
  const [written] = candidates;
  if (!module.semantics.types.mayBeVariables || written === undefined) return noClass;
  const name = written.slice(written.lastIndexOf('.') + 1);
  const binding = module.ir.imports.find(({ local, member }) => local === name || member === name);
  const holder = binding ? machine.project.moduleOf(binding.module, module) : module;
  const wanted = binding?.member ?? name;
  for (const statement of holder?.ir.functions[0]?.body ?? []) {
    if (statement.k !== 'declare' || statement.target.k !== 'var' || statement.target.name !== wanted)
      continue;
    const { init } = statement;
    if (init?.k !== 'index' || !/(?:^|\.)Annotated$/.test(dottedName(init.object) ?? '') || !holder) continue;
    const said = init.index.k === 'array' ? init.index.items.slice(1) : [];
    return said.reduce((mask, { value }) => mask.or(clearedByCheck(machine, value, holder)), noClass);
  }
  return noClass;
}

function clearedByCheck(machine: Machine, expr: Expr, module: LinkedModule, depth = 0): Mask {
  const args = expr.k === 'call' || expr.k === 'new' ? expr.args : [];
  const callee = expr.k === 'call' || expr.k === 'new' ? expr.callee : expr;
  const { check, converts } = machine.project.hooks;
  // `@Query('kind', new ParseEnumPipe(Kind))`
  const pipes = args.map(({ value }) => (value.k === 'new' ? value.callee : value));
  const isConverting = (path: string): boolean => converts.some((isOne) => isOne(path));
  if (converts.length > 0 && pipes.some((pipe) => pathsOf(machine, pipe, module).some(isConverting)))
    return everyClass;
  for (const path of pathsOf(machine, callee, module)) {
    for (const checkOf of check) {
      const known = checkOf(path);
      if (known?.kind === 'classes') return known.mask;
      if (!known) continue;
      const pattern = args.find(
        (arg) => arg.name === 'regexp' || arg.name === 'pattern' || arg.name === 'regex',
      );
      const source = patternOf(pattern?.value ?? (known.isFirst ? args[0]?.value : undefined));
      if (source !== undefined && isStrictPattern(source, known.whole, false))
        return clearedByPattern(source);
    }
  }
  return clearedByComposed(machine, callee, module, depth);
}

/** Annotations that are made of annotations, in a row. */
const maximumComposed = 3;

/** What an annotation of the project's own is made of holds, too: `@Pattern(…) @Constraint(…) @interface Code`. */
function clearedByComposed(machine: Machine, annotation: Expr, module: LinkedModule, depth: number): Mask {
  const own = annotation.k === 'type' ? machine.project.typeOf(annotation.type, module) : undefined;
  if (typeof own !== 'object' || depth >= maximumComposed) return noClass;
  return own.ir.decorators.reduce(
    (mask, { expr }) => mask.or(clearedByCheck(machine, expr, own.module, depth + 1)),
    noClass,
  );
}

function patternOf(expr: Expr | undefined): string | undefined {
  if (expr?.k === 'regexp') return expr.source;
  return expr?.k === 'const' && typeof expr.value === 'string' ? expr.value : undefined;
}

function pathsOf({ project }: Machine, callee: Expr, module: LinkedModule): readonly string[] {
  // Java's lowering names every type that an annotation may be.
  if (callee.k === 'type') return callee.type.candidates;
  const name = dottedName(callee);
  const type = name === undefined ? undefined : project.typeNamed(name, module);
  return typeof type === 'string' ? [type] : [];
}

interface Owned {
  readonly field: FieldDefinition;
  readonly owner: LinkedClass;
}

/** Where a class, or one that it extends, declares a field. */
export function declarationOf(
  cls: LinkedClass,
  name: string,
  seen = new Set<LinkedClass>(),
): Owned | undefined {
  if (seen.has(cls)) return undefined;
  seen.add(cls);
  const field = cls.ir.fields.find((candidate) => candidate.name === name);
  if (field) return { field, owner: cls };
  for (const base of cls.bases) {
    const found = declarationOf(base, name, seen);
    if (found) return found;
  }
  return undefined;
}

const known = new WeakMap<Project, Map<LinkedClass, Map<string, Mask>>>();

/** The classes for which what arrives in a field is safe, by its written type and its checks. */
export function clearedByField(machine: Machine, cls: LinkedClass, name: string): Mask {
  let classes = known.get(machine.project);
  if (!classes) {
    classes = new Map();
    known.set(machine.project, classes);
  }
  let fields = classes.get(cls);
  if (!fields) {
    fields = new Map();
    classes.set(cls, fields);
  }
  let mask = fields.get(name);
  if (mask === undefined) {
    mask = findCleared(machine, cls, name);
    fields.set(name, mask);
  }
  return mask;
}

function findCleared(machine: Machine, cls: LinkedClass, name: string): Mask {
  const found = declarationOf(cls, name);
  if (!found) return noClass;
  const { field, owner } = found;
  if (machine.project.isScalar(field.type, owner.module)) return everyClass;
  const { init } = field;
  const { checksField } = machine.project.hooks;
  const decorators = [...field.decorators, ...checksOfElements(field.type)].filter((one) =>
    checksField.every((isLookedAt) => isLookedAt(machine, cls, one)),
  );
  const checks = clearedByChecks(
    machine,
    { decorators, ...(init && { default: init }), ...(field.type && { type: field.type }) },
    owner.module,
  );
  const described = checks !== noClass || !init ? checks : clearedByDescription(machine, init, owner.module);
  return described.or(clearedByText(field.type, owner.module));
}

/** A text is no operator of a query, where models refuse what is none. */
export const clearedByText = (type: TypeRef | undefined, { semantics }: LinkedModule): Mask =>
  type?.candidates.some((name) => name === semantics.types.enforcedText) && !type.array
    ? maskOf(['nosql-injection', 'mass-assignment'])
    : noClass;

/** The classes for which what fits a field's description is safe: `fields.Int()`, `fields.Str(validate=OneOf([…]))`. */
export function clearedByDescription(machine: Machine, init: Expr, module: LinkedModule): Mask {
  if (init.k !== 'call') return noClass;
  // `role = fields.Str(validate=OneOf([…]))`
  if (
    init.args.some(
      ({ name: option, value }) => option === 'validate' && /(?:^|\.)OneOf$/.test(dottedName(value) ?? ''),
    )
  )
    return everyClass;
  // `code = fields.Str(validate=Regexp(r'^\w+$'))`
  const validate = init.args.find(({ name: option }) => option === 'validate')?.value;
  const byPattern = validate ? clearedByValidator(machine, validate, module) : noClass;
  if (byPattern !== noClass) return byPattern;
  // `name = forms.CharField(validators=[RegexValidator(r'^\w+$')])`
  const validators = init.args.find(({ name: option }) => option === 'validators')?.value;
  const byValidators = (validators?.k === 'array' ? validators.items : []).reduce(
    (mask, { value }) => mask.or(clearedByValidator(machine, value, module)),
    noClass,
  );
  if (byValidators !== noClass) return byValidators;
  // `code = forms.RegexField(r'^\w+$')`
  const byField = clearedByValidator(machine, init, module);
  if (byField !== noClass) return byField;
  // `page = forms.IntegerField()`: fields that hold no text.
  const kinds = pathsOf(machine, init.callee, module);
  const isHarmless = (path: string): boolean =>
    machine.catalog.model(path)?.neutral === true && !machine.catalog.member(path, 'data')?.sources.length;
  return kinds.some(isHarmless) ? everyClass : noClass;
}

/** Validators in a field's list of them. */
function clearedByValidator(machine: Machine, expr: Expr, module: LinkedModule): Mask {
  const isCall = expr.k === 'call';
  const paths = pathsOf(machine, isCall ? expr.callee : expr, module);
  const kinds = paths.flatMap((path) => machine.project.hooks.validator.map((kindOf) => kindOf(path)));
  if (kinds.includes('listed')) return everyClass;
  if (!isCall) return noClass;
  const child = kinds.includes('list') && expr.args.find(({ name }) => name === 'child')?.value;
  if (child) return clearedByDescription(machine, child, module);
  if (!kinds.includes('pattern')) return noClass;
  if (expr.args.some(({ name }) => name === 'inverse_match')) return noClass;
  const pattern = expr.args.find(({ name }) => name === 'regex') ?? expr.args[0];
  const source = patternOf(pattern?.value);
  return source !== undefined && isStrictPattern(source, false, false) ? clearedByPattern(source) : noClass;
}
