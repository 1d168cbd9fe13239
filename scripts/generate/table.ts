import type * as z from 'zod';
import { checkedYaml } from '../../src/engine/files/checked-yaml.ts';

/** A file that is read, by its path from the project's root, with `/`. */
export interface InputFile {
  readonly path: string;
  readonly text: string;
}

/** Data files that are compiled into modules, so that a start parses no YAML. */
export interface Table {
  /** Globs of all files whose names count. */
  readonly inputs: readonly string[];
  /** Files that decide what is made of the inputs: what is made is made anew when one of them changes. */
  readonly compilers: readonly string[];
  /** What is written, all of it under `*.generated.ts`. */
  readonly outputs: readonly string[];
  /** Returns the text of each output. @throws InvalidInput with every problem of every file */
  readonly compile: (inputs: readonly InputFile[]) => Readonly<Record<string, string>>;
}

/** Problems of data files, each as `file:line: what is wrong`. */
export class InvalidInput extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'InvalidInput';
  }
}

/** Returns what the files say, in their order. @throws InvalidInput with every problem of every file */
export function readAll<T>(files: readonly InputFile[], schema: z.ZodType<T>): readonly T[] {
  const problems: string[] = [];
  const values: T[] = [];
  for (const { path, text } of files) {
    const read = checkedYaml(text, schema);
    if (read.problems)
      problems.push(...read.problems.map(({ line, message }) => `${path}:${line}: ${message}`));
    else values.push(read.value);
  }
  if (problems.length > 0) throw new InvalidInput(problems);
  return values;
}
