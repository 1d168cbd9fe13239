/** Which part of a project a file belongs to, by its path. */

export const isToolingPath = (path: string): boolean =>
  // Further down, tools are what agents call.
  /(?:^|\/)(?:scripts?|\.github|\.husky|benchmarks?|docs?)\/|^tools?\/|(?:^|\/)[\w.-]+\.config\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|Gruntfile|noxfile|tasks)\./.test(
    path,
  );
