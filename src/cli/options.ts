import { InvalidArgumentError } from 'commander';
import type { Severity } from '../engine/finding.ts';
import { threatModels } from '../engine/threat-models.ts';

/** Reads values of options. Each throws InvalidArgumentError, with what can be given. */

const severities: readonly Severity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'];
export const severityNames = severities.map((severity) => severity.toLowerCase());

export function readSeverity(text: string): Severity {
  const severity = severities.find((each) => each === text.toUpperCase());
  if (!severity) throw new InvalidArgumentError(`Choose one of ${severityNames.join(', ')}.`);
  return severity;
}

export function readThreatModel(text: string, before: readonly string[] = []): readonly string[] {
  const known: readonly string[] = [...threatModels, 'all'];
  if (!known.includes(text.replace(/^!/, '')))
    throw new InvalidArgumentError(`Choose one of ${known.join(', ')}, or one with ! before it.`);
  return [...before, text];
}

/** Of an option that may be repeated. */
export const repeated = (text: string, before: readonly string[]): readonly string[] => [...before, text];

/** Of an option with names and commas between. */
export function readList(text: string): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('Give names with commas between.');
  return names;
}

export function readNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}
