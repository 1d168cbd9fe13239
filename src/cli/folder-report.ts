import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ScanError } from '../service/analysis/errors.ts';
import { ExitCode } from './exit-codes.ts';
import type { CommandContext } from './scan-command.ts';

/** A command that says something about a folder, on the standard output or in a file. */
export interface FolderCommand {
  readonly folder: string;
  readonly output?: string;
}

export interface FolderReport {
  /** The bytes of it, where it is no text. */
  readonly text: string | Uint8Array;
  /** `ExitCode.clean` where it is left out. */
  readonly exitCode?: ExitCode;
}

/**
 * Writes what is said of a folder; nothing else is written. What goes wrong is said on the standard error.
 * @param reportOf makes the text; `complain` says what does not end the command
 */
export async function reportOn(
  { folder, output }: FolderCommand,
  { stdout, stderr, signal }: CommandContext,
  reportOf: (root: string, complain: (message: string) => void) => Promise<FolderReport>,
): Promise<ExitCode> {
  const complain = (message: string): void => void stderr.write(`parapet: ${message}\n`);
  try {
    const { text, exitCode = ExitCode.clean } = await reportOf(path.resolve(folder), complain);
    if (output === undefined) stdout.write(text);
    else await writeFile(output, text);
    return exitCode;
  } catch (error) {
    if (signal.aborted) {
      complain('interrupted; nothing was written.');
      return ExitCode.interrupted;
    }
    complain(error instanceof Error ? error.message : String(error));
    return error instanceof ScanError && ['not-found', 'not-a-folder'].includes(error.code)
      ? ExitCode.usage
      : ExitCode.failed;
  }
}
