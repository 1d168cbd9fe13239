import type { ParameterValue, PlaybookParameter } from '../../../../api/contract/agent/playbooks.ts';
import { impossible } from '../../../core/errors.ts';
import type { Values } from './template.ts';

/**
 * The values of all parameters: those given, else those before, else the defaults.
 * @throws Refusal 422 naming the parameter that is unknown, of another type or out of its bounds
 */
export function checkParameters(
  parameters: readonly PlaybookParameter[],
  given: Values,
  before: Values = {},
): Record<string, ParameterValue> {
  for (const id of Object.keys(given)) {
    if (parameters.some((parameter) => parameter.id === id)) continue;
    const names = parameters.map((parameter) => parameter.id).join(', ') || 'none';
    throw impossible(`parameters.${id}`, `The template has no such parameter. It has: ${names}.`);
  }
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { id } = parameter;
      const raw = own(given, id) ?? own(before, id) ?? parameter.default;
      const value = typeof raw === 'string' ? raw.trim() : raw;
      const fault = faultOf(parameter, value);
      if (fault !== undefined) throw impossible(`parameters.${id}`, `${parameter.label}: ${fault}`);
      return [id, value];
    }),
  );
}

function own(values: Values, id: string): ParameterValue | undefined {
  return Object.hasOwn(values, id) ? values[id] : undefined;
}

/** What is wrong with a value, if anything. */
export function faultOf(parameter: PlaybookParameter, value: ParameterValue): string | undefined {
  switch (parameter.type) {
    case 'text': {
      if (typeof value !== 'string') return 'This takes a text.';
      const { minimumLength, maximumLength } = parameter;
      if (value.length < minimumLength || value.length > maximumLength)
        return `This takes ${minimumLength} to ${maximumLength} characters, not ${value.length}.`;
      // One line without placeholders, so that a parameter stays what it is inside its sentence.
      if (/[\p{Cc}\p{Zl}\p{Zp}]|\{\{|\}\}/u.test(value)) return 'This takes one line, without {{ and }}.';
      return undefined;
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'This takes a number.';
      if (parameter.integer && !Number.isInteger(value)) return 'This takes a whole number.';
      if (value < parameter.minimum || value > parameter.maximum)
        return `This takes ${parameter.minimum} to ${parameter.maximum}.`;
      return undefined;
    }
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'This takes true or false.';
    case 'select': {
      const values = parameter.options.map((option) => option.value);
      return typeof value === 'string' && values.includes(value)
        ? undefined
        : `This takes one of: ${values.join(', ')}.`;
    }
  }
}
