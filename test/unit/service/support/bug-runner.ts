import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { finding } from './findings.ts';
import type { Script } from './scripted-runner.ts';

/** A script that finds an issue in each line `BUG <name>`, the name being its fingerprint. */
export const findBugs: Script = async ({ root, on }) => {
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.js')) continue;
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      const name = /^BUG (\S+)/.exec(line)?.[1];
      if (name === undefined) continue;
      const at = index + 1;
      const range = { startLine: at, startColumn: 1, endLine: at, endColumn: line.length + 1 };
      on({
        type: 'finding',
        finding: finding({ file: file.split(path.sep).join('/'), fingerprint: name, title: name, range }),
      });
    }
  }
  return undefined;
};
