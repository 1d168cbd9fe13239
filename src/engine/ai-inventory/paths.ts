/** Which part of a project a file belongs to, by its path. */

export const isTestPath = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|testdata|fixtures?|integration[-_]?tests?|integrationTest)\/|[._-](?:test|spec|e2e)\.[\w]+$|(?:^|\/)(?:test_[^/]+|conftest)\.py$|_test\.(?:go|py|rb)$|Tests?\.(?:java|kt|cs)$/.test(
    path,
  );
export const isToolingPath = (path: string): boolean =>
  // Further down, tools are what agents call.
  /(?:^|\/)(?:scripts?|\.github|\.husky|benchmarks?|docs?)\/|^tools?\/|(?:^|\/)[\w.-]+\.config\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|Gruntfile|noxfile|tasks)\./.test(
    path,
  );
