import type { SourceFile } from '../analysis.ts';
import type { Parsing } from '../languages/parsing.ts';
import { programOf, programPath } from './engines.ts';
import { isTemplate, type TemplateFile } from './file.ts';

/** Loads the grammars that a file takes: its own, and that of the program that a template is. */
export async function prepareFile(file: SourceFile, parsing: Parsing): Promise<void> {
  await parsing.prepare(file.path, file.text);
  const program = programPath(file);
  if (program !== undefined) await parsing.prepare(program);
}

/** Returns a file as a template; undefined for one that is none. */
export function readTemplate({ path, text }: SourceFile, parsing: Parsing): TemplateFile | undefined {
  if (!isTemplate(path, text)) return undefined;
  const program = programPath({ path, text });
  const code = program === undefined ? undefined : parsing.lower(program, programOf(text)).module;
  return { path, text, code };
}
