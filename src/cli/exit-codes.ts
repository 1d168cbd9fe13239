/** What the exit code of `parapet` says; documented in docs/cli.md. */
export const ExitCode = {
  /** Done; nothing at or over the `--fail-on` severity. */
  clean: 0,
  /** Done; findings at or over the `--fail-on` severity. */
  findings: 1,
  /** The command line is wrong: nothing was done. */
  usage: 2,
  /** The work could not be done. */
  failed: 3,
  /** Done, and nothing at or over the `--fail-on` severity, but something was not analysed to its end. */
  incomplete: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
