// `npm run l10n`: gathers the texts of the extension into l10n/bundle.l10n.json, what a translation starts from.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.ts';

export const BUNDLE = path.join(ROOT, 'l10n', 'bundle.l10n.json');

const CALL = /\bl10n\s*\.t\(\s*/g;
const LITERAL = /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/y;

/**
 * Every text that the extension shows through `l10n.t`, sorted, each as its own translation.
 * @throws Error naming the place where the text is not a literal, so that no tool could find it
 */
export function gatherTexts(): Readonly<Record<string, string>> {
  const texts = new Set<string>();
  for (const file of globSync('src/{*.ts,{connection,workspace,views}/**/*.{ts,tsx}}', { cwd: ROOT })) {
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    for (const call of source.matchAll(CALL)) {
      LITERAL.lastIndex = call.index + call[0].length;
      const literal = LITERAL.exec(source)?.[0];
      if (literal === undefined) {
        const line = source.slice(0, call.index).split('\n').length;
        throw new Error(`${file}:${line}: the text of l10n.t must be a literal`);
      }
      texts.add(literal.slice(1, -1).replace(/\\(['"\\])/g, '$1'));
    }
  }
  return Object.fromEntries([...texts].sort().map((text) => [text, text]));
}

if (process.argv[1] === import.meta.filename) {
  const texts = gatherTexts();
  writeFileSync(BUNDLE, `${JSON.stringify(texts, null, 2)}\n`);
  console.log(`${Object.keys(texts).length} texts in ${path.relative(ROOT, BUNDLE)}`);
}
