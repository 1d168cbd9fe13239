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

export interface Measure {
  readonly positives: number;
  readonly negatives: number;
  readonly precision: number;
  readonly recall: number;
  /** What came out otherwise than expected, for people. */
  readonly misses: readonly string[];
}

/** Every finding beyond the expected one counts against precision, every expected one that is absent against recall. */
export function measure(cases: readonly Case[]): Measure {
  let hits = 0;
  let extra = 0;
  const misses: string[] = [];
  const positives = cases.filter((each) => each.expected !== undefined).length;
  for (const { id, expected, file } of cases) {
    const rules = scanSecrets(file).findings.map((finding) => finding.ruleId.split('/').at(-1) ?? '');
    const at = expected === undefined ? -1 : rules.indexOf(expected);
    if (at >= 0) {
      hits++;
      rules.splice(at, 1);
    } else if (expected !== undefined) misses.push(`${id}: ${expected} not found`);
    extra += rules.length;
    for (const rule of rules) misses.push(`${id}: ${rule} found`);
  }
  return {
    positives,
    negatives: cases.length - positives,
    precision: hits / (hits + extra),
    recall: hits / positives,
    misses,
  };
}
