import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../scripts/paths.ts';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const files = (pattern: string): readonly string[] => globSync(pattern, { cwd: ROOT });

/** The style of a page with the parts that it is put together from. */
function styleOf(file: string): string {
  return read(file).replace(/^@import "(.+)";$/gm, (_all, part: string) =>
    read(path.join(path.dirname(file), part)),
  );
}

/** The style of a page, without what holds only where less motion is asked for. */
function withoutReduced(css: string): { always: string; reduced: string } {
  const at = css.indexOf('@media (prefers-reduced-motion: reduce)');
  if (at < 0) return { always: css, reduced: '' };
  let depth = 0;
  let end = css.indexOf('{', at);
  do {
    if (css[end] === '{') depth++;
    if (css[end] === '}') depth--;
    end++;
  } while (depth > 0 && end < css.length);
  return { always: css.slice(0, at) + css.slice(end), reduced: css.slice(at, end) };
}

describe('conduct', () => {
  for (const file of files('src/views/*/app/*.css'))
    it(`${file} keeps still for those who ask for less motion`, () => {
      const { always, reduced } = withoutReduced(styleOf(file));
      const markup = files(`${path.dirname(file)}/**/*.tsx`)
        .map(read)
        .join('\n');
      const moves = /^\s*(?:animation|transition|scroll-behavior)\b/m.test(always);
      const spins = /codicon-modifier-spin/.test(markup);
      if (moves || spins) assert.match(reduced, /animation/);
      assert.doesNotMatch(markup, /behavior: 'smooth'/);
    });

  it('sends no telemetry: nothing of the extension logs usage, and no library for it is there', () => {
    const { devDependencies, dependencies } = JSON.parse(read('package.json'));
    for (const name of Object.keys({ ...devDependencies, ...dependencies }))
      assert.doesNotMatch(name, /telemetry|applicationinsights|sentry|analytics|posthog|segment/i);
    for (const file of files('src/**/*.{ts,tsx}'))
      assert.doesNotMatch(read(file), /createTelemetryLogger|TelemetryLogger|TelemetryReporter/, file);
  });

  it('writes to one log, whose level the editor sets, and never past it', () => {
    const made = files('src/**/*.ts').filter((file) => /createOutputChannel\(/.test(read(file)));
    assert.equal(made.length, 1, made.join(', '));
    assert.match(read(made[0] ?? ''), /createOutputChannel\([^)]*\{ log: true \}\)/);
    for (const file of [
      ...files('src/views/**/*.ts'),
      ...files('src/workspace/**/*.ts'),
      ...files('src/connection/**/*.ts'),
    ])
      assert.doesNotMatch(read(file), /\bconsole\.(?:log|warn|error|info|debug)\(/, file);
  });
});
