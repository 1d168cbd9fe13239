import fc from 'fast-check';
import * as z from 'zod';

/**
 * Anything that a schema lets through, with texts of a hostile author: what a service might answer.
 * @param text makes the texts where the schema asks for no form
 */
export function anyOf(schema: z.ZodType, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { def } = schema;
  const inner = (each: unknown) => anyOf(each as z.ZodType, text);
  switch (def.type) {
    case 'object': {
      const { shape } = schema as z.ZodObject;
      const fields = Object.entries(shape).map(([name, field]) => [name, inner(field)] as const);
      return fc
        .record(Object.fromEntries(fields))
        .map((value) => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)));
    }
    case 'array':
      return fc.array(inner((schema as z.ZodArray<z.ZodType>).element), { maxLength: 6 });
    case 'optional':
    case 'default':
      return fc.option(inner((schema as z.ZodOptional<z.ZodType>).unwrap()), { nil: undefined });
    case 'nullable':
      return fc.option(inner((schema as z.ZodNullable<z.ZodType>).unwrap()), { nil: null });
    case 'enum':
      return fc.constantFrom(...(schema as z.ZodEnum).options);
    case 'boolean':
      return fc.boolean();
    case 'number': {
      const { minValue, maxValue, isInt } = schema as z.ZodNumber;
      const min = Number.isFinite(minValue) ? Number(minValue) : 0;
      const max = Number.isFinite(maxValue) && Number(maxValue) < 1e6 ? Number(maxValue) : 1e6;
      return isInt || schema instanceof z.ZodNumberFormat
        ? fc.integer({ min: Math.max(min, 0), max })
        : fc.double({ min, max, noNaN: true });
    }
    case 'record': {
      const { keyType, valueType } = schema as z.ZodRecord<
        z.ZodType<string> & z.core.$ZodRecordKey,
        z.ZodType
      >;
      const keys = keyType instanceof z.ZodEnum ? keyType.options.map(String) : undefined;
      return keys
        ? fc.record(Object.fromEntries(keys.map((key) => [key, inner(valueType)])))
        : fc.dictionary(text, inner(valueType), { maxKeys: 4 });
    }
    case 'readonly':
      return inner((schema as z.ZodReadonly<z.ZodType>).unwrap());
    case 'string': {
      const { format, maxLength } = schema as z.ZodString;
      if (format === 'uuid') return fc.uuid();
      if (format === 'datetime') {
        return fc
          .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString());
      }
      if (format === 'regex') return fc.constant('a'.repeat(64));
      return text.map((value) => value.slice(0, maxLength ?? undefined) || 'x');
    }
    default:
      throw new Error(`No answer is made for ${def.type}.`);
  }
}
