import type { LinkedClass, LinkedFunction } from '../../dataflow/names/linking.ts';
import { decoratorArgs, dottedName } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';

/** Decorators under which a method checks fields, which they name, and gives what becomes of them. */
const checking = /(?:^|\.)(?:field_validator|validator)$/;

/** What describes a field, or a parameter of FastAPI's, which checks by the same. */
const describing =
  /^(?:pydantic|fastapi)\b.*\.(?:Field|Query|Path|Form|Header|Cookie|Body|constr|StringConstraints)$/;

const model = 'pydantic.BaseModel';

/** Methods that give an object of the model, or its fields by their names. */
const ofModel =
  /^(?:model_dump|dict|model_copy|copy|model_validate|model_validate_json|parse_obj|parse_raw)$/;

function validatorsOf(cls: LinkedClass): ReadonlyMap<string, readonly LinkedFunction[]> {
  const found = new Map<string, readonly LinkedFunction[]>();
  for (const fn of [...cls.methods.values()].flat()) {
    for (const decorator of fn.ir.decorators) {
      if (!checking.test(dottedName(decorator.expr) ?? '')) continue;
      for (const { value } of decoratorArgs(decorator))
        if (value.k === 'const' && typeof value.value === 'string')
          found.set(value.value, [...(found.get(value.value) ?? []), fn]);
    }
  }
  return found;
}

export const hooks: LibraryHooks = {
  scalars: new Set([
    'pydantic.UUID1',
    'pydantic.UUID3',
    'pydantic.UUID4',
    'pydantic.UUID5',
    'pydantic.types.UUID4',
    'pydantic.PositiveInt',
    'pydantic.NonNegativeInt',
    ...[
      'NegativeInt NonPositiveInt PositiveFloat NegativeFloat NonNegativeFloat NonPositiveFloat FiniteFloat',
      'StrictInt StrictFloat StrictBool PastDate FutureDate PastDatetime FutureDatetime AwareDatetime NaiveDatetime',
      'IPvAnyAddress conint confloat condecimal condate',
    ].flatMap((names) => names.split(' ').map((name) => `pydantic.${name}`)),
  ]),
  validators: validatorsOf,
  givenClass: (_, cls, owner, name) => (owner === model && ofModel.test(name) ? cls : undefined),
  fitsFields: (base) => base === model,
  check: (path) => (describing.test(path) ? { kind: 'pattern', isFirst: false, whole: false } : undefined),
};
