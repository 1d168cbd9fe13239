/** Which part of a project a file belongs to, by its path. */

export const isTestPath = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|testdata|fixtures?)\/|[._-](?:test|spec|e2e)\.[\w]+$|(?:^|\/)(?:test_[^/]+|conftest)\.py$|_test\.(?:go|py|rb)$|Tests?\.(?:java|kt|cs)$/.test(
    path,
  );
export const isToolingPath = (path: string): boolean =>
  /(?:^|\/)(?:scripts?|tools?|\.github|\.husky|benchmarks?|docs?)\/|(?:^|\/)[\w.-]+\.config\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|Gruntfile|noxfile|tasks)\./.test(
    path,
  );
