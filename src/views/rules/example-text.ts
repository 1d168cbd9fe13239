import { dedented } from './pattern.ts';

interface Example {
  readonly kind: 'ruleid' | 'ok';
  readonly ruleId: string;
  readonly code: string;
}

/** Files whose comments begin with `#`, and with `<!--`. */
const hashes: ReadonlySet<string> = new Set(
  '.py .yml .yaml .toml .rb .sh .tf .cfg .conf .env .properties'.split(' '),
);
const markup: ReadonlySet<string> = new Set('.html .htm .xml .vue .svelte .md'.split(' '));

/** What is added to an example file: a comment that says what the rule does, and the code below it. */
export function exampleText(present: string, extension: string, { kind, ruleId, code }: Example): string {
  const says = `${kind}: ${ruleId}`;
  const comment = markup.has(extension)
    ? `<!-- ${says} -->`
    : hashes.has(extension)
      ? `# ${says}`
      : `// ${says}`;
  const gap = present === '' ? '' : present.endsWith('\n') ? '\n' : '\n\n';
  return `${gap}${comment}\n${dedented(code)}\n`;
}
