import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModelReader, modelFolder } from '../../service/analysis/files/models.ts';
import { ExitCode } from '../exit-codes.ts';
import type { CommandContext } from '../scan-command.ts';
import { harmless } from '../terminal.ts';
import { runExamples } from './examples.ts';
import { importCodeql } from './import-codeql.ts';

export const defaultModelFolder = modelFolder;

/** Says of a folder of models what each holds and every mistake in them; 1 where there is one. */
export async function checkModels(
  folder: string,
  { stdout, stderr, signal }: CommandContext,
): Promise<ExitCode> {
  if (!(await isFolder(folder))) return missing(folder, stderr);
  const { active, problems } = await new ModelReader(process.cwd(), {
    modelFolders: [path.resolve(folder)],
    ownModels: false,
  }).read(signal);
  for (const { file, library, rows } of active)
    stdout.write(harmless(`${file}: ${library}, ${counted(rows, 'row')}`).concat('\n'));
  for (const { file, line, column, row, message } of problems)
    stderr.write(
      harmless(`${file}:${line}:${column}: ${row === undefined ? '' : `${row}: `}${message}`).concat('\n'),
    );
  if (active.length === 0 && problems.length === 0) stderr.write('parapet: there is no .yml file in it.\n');
  stdout.write(
    `${counted(active.length, 'model')}, ${problems.length === 0 ? 'no mistakes' : counted(problems.length, 'mistake')}.\n`,
  );
  return problems.length === 0 ? ExitCode.clean : ExitCode.findings;
}

/** Analyses the example files beside the models, with the models; 1 where one differs from its annotations. */
export async function testModels(folder: string, context: CommandContext): Promise<ExitCode> {
  const { stdout, stderr } = context;
  if (!(await isFolder(folder))) return missing(folder, stderr);
  const { expectations, differences, problems } = await runExamples(path.resolve(folder), context);
  for (const line of [...problems, ...differences]) stderr.write(`${harmless(line)}\n`);
  if (expectations === 0) {
    stderr.write(
      `parapet: no file below ${folder} has a comment "expect: <weakness>" or "ok: <weakness>", so nothing is tested.\n`,
    );
    return ExitCode.findings;
  }
  stdout.write(
    `${counted(expectations, 'expectation')}, ${differences.length === 0 ? 'all met' : `${differences.length} not met`}.\n`,
  );
  return differences.length + problems.length === 0 ? ExitCode.clean : ExitCode.findings;
}

/** Writes models that say what files of CodeQL's data extensions say, and names the rows that it could not take. */
export async function importModels(
  files: readonly string[],
  output: string,
  { stdout, stderr, signal }: CommandContext,
): Promise<ExitCode> {
  let taken = 0;
  let left = 0;
  for (const file of files) {
    signal.throwIfAborted();
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch {
      stderr.write(`parapet: ${file} cannot be read.\n`);
      return ExitCode.usage;
    }
    const imported = importCodeql(path.basename(file).replace(/(?:\.model)?\.ya?ml$/, ''), text);
    for (const { line, reason } of imported.left) stderr.write(`${harmless(`${file}:${line}: ${reason}`)}\n`);
    left += imported.left.length;
    for (const model of imported.models) {
      const target = path.join(output, model.fileName);
      try {
        await mkdir(output, { recursive: true });
        await writeFile(target, model.text, { flag: 'wx' });
      } catch (error) {
        stderr.write(
          `parapet: ${target} was not written (${codeOf(error)}). Remove it first, or give another --output.\n`,
        );
        return ExitCode.failed;
      }
      taken += model.rows;
      stdout.write(`${target}: ${counted(model.rows, 'row')}\n`);
    }
  }
  stdout.write(`${counted(taken, 'row')} written, ${left} not taken.\n`);
  return ExitCode.clean;
}

const isFolder = async (folder: string): Promise<boolean> =>
  (await stat(folder).catch(() => undefined))?.isDirectory() === true;

function missing(folder: string, stderr: NodeJS.WriteStream): ExitCode {
  stderr.write(`parapet: the folder ${folder} does not exist.\n`);
  return ExitCode.usage;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
