// `npm run generate`: compiles data files (YAML) into the modules `*.generated.ts`, which git does not keep. Whatever runs the
// sources calls it first; what is current already is left alone.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from './generate/languages.ts';
import { libraries } from './generate/libraries.ts';
import { packs } from './generate/packs.ts';
import { type InputFile, InvalidInput, type Table } from './generate/table.ts';
import { weaknesses } from './generate/weaknesses.ts';
import { ROOT } from './paths.ts';

const tables: readonly Table[] = [weaknesses, languages, libraries, packs];
const common = ['scripts/generate.ts', 'scripts/generate/table.ts', 'src/engine/files/checked-yaml.ts'];

try {
  for (const table of tables) generate(table);
} catch (error) {
  if (!(error instanceof InvalidInput)) throw error;
  console.error(error.message);
  process.exit(1);
}

function generate({ inputs, compilers, outputs, compile }: Table): void {
  const files = globSync([...inputs], { cwd: ROOT })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort()
    .map(inputFile);
  const hash = createHash('sha256');
  for (const file of [...common, ...compilers].map(inputFile).concat(files))
    hash.update(`${file.path}\0${file.text}\0`);
  const head = `// Made by npm run generate of ${inputs.join(', ')}: ${hash.digest('hex').slice(0, 16)}\n`;
  if (outputs.every((output) => isCurrent(output, head))) return;
  const made = compile(files);
  for (const output of outputs) replace(path.join(ROOT, output), `${head}${made[output] ?? ''}`);
}

function inputFile(file: string): InputFile {
  return { path: file, text: readFileSync(path.join(ROOT, file), 'utf8') };
}

function isCurrent(output: string, head: string): boolean {
  try {
    return readFileSync(path.join(ROOT, output), 'utf8').startsWith(head);
  } catch {
    return false;
  }
}

/** In one step: another process may be reading it. */
function replace(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}
