/** What rules ask of values in YAML, JSON and HCL. */
import {
  itemsOf,
  type LocatedTable,
  type LocatedValue,
  type Member,
  membersOf,
  type Span,
} from '../files/structured/value.ts';

/** Stands in a text, or for a key, where a template puts something that is not known. A private character of Unicode. */
export const unknownMark = '\uE000';

/** Whether what a value comes to is not written in it. */
export const isComputed = (value: LocatedValue): boolean =>
  value.tag !== undefined ||
  ((value.kind === 'text' || value.kind === 'literal') && value.text.includes(unknownMark));

/** The text of a string, a number or a Boolean that is written as it is; undefined for anything else. */
export const writtenText = (value: LocatedValue | undefined): string | undefined =>
  value && (value.kind === 'text' || value.kind === 'literal') && !isComputed(value) ? value.text : undefined;

/** Readers of both formats take the words of YAML 1.1, also in quotation marks. */
export const isOn = (value: LocatedValue | undefined): boolean =>
  /^(?:true|yes|on)$/i.test(writtenText(value) ?? '');
export const isOff = (value: LocatedValue | undefined): boolean =>
  /^(?:false|no|off)$/i.test(writtenText(value) ?? '');

/** A member of a table by its key; undefined where the table lacks it. */
export const memberOf = (value: LocatedValue | undefined, key: string): Member | undefined =>
  membersOf(value).get(key);

export const tableOf = (value: LocatedValue | undefined): LocatedTable | undefined =>
  value?.kind === 'table' ? value : undefined;

/** Whether a template may put further members into a table. */
export const isOpen = (value: LocatedValue | undefined): boolean => {
  if (value === undefined) return false;
  if (value.kind !== 'table') return isComputed(value);
  for (const key of value.members.keys()) if (key.includes(unknownMark)) return true;
  return value.tag !== undefined;
};

/** The value itself where it is no list; else its items. */
export const eachOf = (value: LocatedValue | undefined): readonly LocatedValue[] =>
  value === undefined ? [] : value.kind === 'list' ? itemsOf(value) : [value];

/** From a member's key to the end of its value, on the key's line where the value has more. */
export const memberSpan = ({ key, value }: Member): Span =>
  value.kind === 'table' || value.kind === 'list' || value.end < key.end
    ? key
    : { start: key.start, end: value.end };
