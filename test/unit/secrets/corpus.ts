/**
 * The corpus of secrets: cases in `test/corpora/secrets/*.txt`. A case begins with `## + rule · path` (exactly one
 * finding, of that rule) or `## - path · why` (none). `~|~` parts tokens so that the files themselves hold none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SourceFile } from '../../../src/engine/analysis.ts';
import { scanSecrets } from '../../../src/engine/secrets/index.ts';

export interface Case {
  readonly id: string;
  /** The rule's last part; undefined when nothing is to be found. */
  readonly expected: string | undefined;
  readonly file: SourceFile;
}

const folder = path.join(import.meta.dirname, '../../corpora/secrets');

export function readCases(): Case[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) =>
      readFileSync(path.join(folder, name), 'utf8')
        .split(/^(?=## [+-] )/m)
        .filter((block) => block.startsWith('## '))
        .map((block) => caseOf(name, block)),
    );
}

function caseOf(source: string, block: string): Case {
  const lineEnd = block.indexOf('\n');
  const [first = '', second = ''] = block.slice(5, lineEnd).split(' · ');
  const positive = block[3] === '+';
  const file = positive ? second : first;
  return {
    id: `${source}: ${file}`,
    expected: positive ? first : undefined,
    file: { path: file, text: block.slice(lineEnd + 1).replaceAll('~|~', '') },
  };
}

export interface Comparison {
  readonly positives: number;
  readonly negatives: number;
  /** What came out otherwise than labelled. */
  readonly differences: readonly string[];
}

/** Compares what is found in each case with its label: the expected finding, and no other. */
export function compare(cases: readonly Case[]): Comparison {
  const differences: string[] = [];
  for (const { id, expected, file } of cases) {
    const rules = scanSecrets(file).findings.map((finding) => finding.ruleId.split('/').at(-1) ?? '');
    const at = expected === undefined ? -1 : rules.indexOf(expected);
    if (at >= 0) rules.splice(at, 1);
    else if (expected !== undefined) differences.push(`${id}: ${expected} not found`);
    for (const rule of rules) differences.push(`${id}: ${rule} found`);
  }
  const positives = cases.filter((each) => each.expected !== undefined).length;
  return { positives, negatives: cases.length - positives, differences };
}
