/** What a file is for, as far as its path and its beginning tell. */
export type FileRole = 'production' | 'test' | 'example' | 'tooling' | 'generated' | 'vendored';

const byFolder: readonly (readonly [FileRole, RegExp])[] = [
  ['vendored', /(?:^|\/)(?:vendor|vendored|third[_-]?party|node_modules|bower_components|site-packages)\//i],
  [
    'test',
    /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|e2e|cypress|testing|fixtures|testdata|androidTest)\//i,
  ],
  ['example', /(?:^|\/)(?:examples?|samples?|demos?|docs?|tutorials?|playgrounds?)\//i],
  ['tooling', /(?:^|\/)(?:scripts?|tools?|build|ci|\.github|\.circleci|bench|benchmarks?|migrations?)\//i],
];
const byName: readonly (readonly [FileRole, RegExp])[] = [
  [
    'test',
    /(?:[._-](?:test|tests|spec|e2e)\.[^.]+|(?:^|\/)test_[^/]+\.py|(?:^|\/)conftest\.py|(?:Test|Tests|IT|TestCase|Spec)\.java)$/,
  ],
  [
    'tooling',
    /(?:^|\/)(?:setup\.py|fabfile\.py|noxfile\.py|gulpfile|gruntfile|webpack\.config|rollup\.config|vite\.config|[^/]*\.config)\b[^/]*$/i,
  ],
  ['generated', /(?:\.g\.|\.generated\.|_pb2(?:_grpc)?\.py$|\.pb\.)/i],
];
const generatedMark = /@generated|do not edit|auto-?generated/i;

export function fileRole(path: string, text: string): FileRole {
  for (const [role, pattern] of [...byName, ...byFolder]) if (pattern.test(path)) return role;
  return generatedMark.test(text.slice(0, 1_000)) ? 'generated' : 'production';
}
