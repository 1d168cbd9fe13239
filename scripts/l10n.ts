// `npm run l10n`: gathers the texts of the extension and of the dashboard into a bundle each, what translations start from.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.ts';

export const BUNDLE = path.join(ROOT, 'l10n', 'bundle.l10n.json');

/** Each bundle with the sources whose texts are in it. */
export const bundles = [
  { bundle: BUNDLE, sources: 'src/{*.ts,{connection,workspace,views,words}/**/*.{ts,tsx}}' },
  {
    bundle: path.join(ROOT, 'src', 'dashboard', 'l10n', 'bundle.l10n.json'),
    sources: 'src/{dashboard,words}/**/*.{ts,tsx}',
  },
] as const;

const CALL = /\bl10n\s*\.t\(\s*/g;
const LITERAL = /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/y;

/**
 * Every text that is shown through `l10n.t`, sorted, each as its own translation.
 * @param sources which files show them; the extension's when omitted
 * @throws Error naming the place where the text is not a literal, so that no tool could find it
 */
export function gatherTexts(sources: string = bundles[0].sources): Readonly<Record<string, string>> {
  const texts = new Set<string>();
  for (const file of globSync(sources, { cwd: ROOT })) {
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
  for (const { bundle, sources } of bundles) {
    const texts = gatherTexts(sources);
    writeFileSync(bundle, `${JSON.stringify(texts, null, 2)}\n`);
    console.log(`${Object.keys(texts).length} texts in ${path.relative(ROOT, bundle)}`);
  }
}
