import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface ManyIssues {
  readonly files: number;
  readonly issues: number;
  /** The file with most issues, and one as long that has none. */
  readonly crowded: { readonly file: string; readonly issues: number };
  readonly plain: string;
}

const ISSUES = 10_000;
const FILES = 2_000;
const CROWDED = 500;

/**
 * Writes a project of 2,000 files with 10,000 issues: 500 of them in one file, four or five in each other one. Every
 * issue is a switch that turns the verification of certificates off, so that a scan of them is short.
 */
export async function writeManyIssues(folder: string): Promise<ManyIssues> {
  const others = FILES - 1;
  const least = Math.floor((ISSUES - CROWDED) / others);
  const withOneMore = ISSUES - CROWDED - least * others;
  for (let index = 0; index < others; index++) {
    const file = path.join(folder, `part-${String(index % 40).padStart(2, '0')}`, `agents-${index}.js`);
    if (index < 40) await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, agents(least + (index < withOneMore ? 1 : 0), 'false'));
  }
  await writeFile(path.join(folder, 'crowded.js'), agents(CROWDED, 'false'));
  // A module apart, that no scan has anything to say about.
  await writeFile(path.join(folder, 'plain.js'), agents(CROWDED, 'true'));
  return {
    files: FILES,
    issues: ISSUES,
    crowded: { file: 'crowded.js', issues: CROWDED },
    plain: 'plain.js',
  };
}

function agents(count: number, verify: 'true' | 'false'): string {
  const lines = Array.from(
    { length: count },
    (_, index) =>
      `/** The agent for partner ${index}. */\nexport const agent${index} = new https.Agent({ timeout: ${1000 + index}, rejectUnauthorized: ${verify} });`,
  );
  return `import https from 'node:https';\n\n${lines.join('\n\n')}\n`;
}
