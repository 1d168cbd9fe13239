import { type Command, type Run, type RunOutcome, runCommand } from '../../processes/run-command.ts';
import { type CopyLimits, copyLimits, copyProject, type ProjectCopy } from './copy.ts';

/** A file with the patch in it, and as it is without. */
export interface CheckedFile {
  /** Relative to the project's root, with `/`. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export type ProjectCheckOutcome =
  | { readonly kind: 'passed' }
  /** It fails with the patch, and does not without. */
  | { readonly kind: 'failed'; readonly code: number; readonly output: string }
  /** It fails without the patch, too: it says nothing about it. */
  | { readonly kind: 'failsAnyway'; readonly output: string }
  | { readonly kind: 'timeout'; readonly output: string }
  | { readonly kind: 'notStarted'; readonly reason: string }
  | { readonly kind: 'tooLarge' }
  /** A file of the patch is reached by a link, so that it cannot be changed in a copy alone. */
  | { readonly kind: 'linked'; readonly path: string };

/**
 * Runs the project's own check on a copy of the project with a patch applied. The project itself is not touched.
 * @param timeoutMs of one run; a failing one is followed by one without the patch
 * @throws the signal's reason when cancelled; errors of the file system
 */
export async function checkProject(
  root: string,
  files: readonly CheckedFile[],
  command: Command,
  timeoutMs: number,
  signal: AbortSignal,
  limits: CopyLimits = copyLimits,
): Promise<ProjectCheckOutcome> {
  const outcome = await copyProject(root, signal, limits);
  if (outcome.kind === 'tooLarge') return outcome;
  const { copy } = outcome;
  try {
    const refused = await writeAll(copy, files, 'after');
    if (refused !== undefined) return { kind: 'linked', path: refused };
    const how: Run = { folder: copy.folder, environment: checkEnvironment(process.env), timeoutMs, signal };
    const run = await runCommand(command, how);
    if (run.kind !== 'ended') return run;
    if (run.code === 0) return { kind: 'passed' };
    await writeAll(copy, files, 'before');
    const without: RunOutcome = await runCommand(command, how);
    const { output } = run;
    if (without.kind === 'ended' && without.code === 0) return { kind: 'failed', code: run.code, output };
    return { kind: 'failsAnyway', output };
  } finally {
    await copy.remove();
  }
}

/** @returns the first that could not be written */
async function writeAll(
  copy: ProjectCopy,
  files: readonly CheckedFile[],
  version: 'before' | 'after',
): Promise<string | undefined> {
  for (const file of files) if (!(await copy.write(file.path, file[version]))) return file.path;
  return undefined;
}

/** A check gets neither the editor's own variables nor a debugger. */
function checkEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) => !/^(?:VSCODE_|NODE_OPTIONS$|NODE_INSPECT|ELECTRON_|GIT_|PARAPET_)/i.test(name),
  );
  return { ...Object.fromEntries(kept), CI: '1' };
}
