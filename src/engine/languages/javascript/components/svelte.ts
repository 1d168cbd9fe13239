import { type CodePart, PartWriter } from '../../embedded.ts';
import type { EmbeddedCode } from '../../language.ts';
import { typed, withTypes } from './grammars.ts';
import { namesDeclared } from './names.ts';
import { SvelteTemplate } from './svelte-template.ts';

/** The code of a Svelte component: its scripts, and its markup as statements that run after them. */
export function svelteParts(path: string, text: string): EmbeddedCode {
  const template = new SvelteTemplate(text);
  template.read();
  const parts: CodePart[] = [];
  const start = { at: 0, end: 0 };
  const isModule = (attributes: (typeof template.scripts)[number]['attributes']): boolean =>
    attributes.some(({ name, value }) => name === 'module' || (name === 'context' && value !== undefined));
  const grammarOf = (attributes: (typeof template.scripts)[number]['attributes']): string =>
    attributes.some(({ name, value }) => name === 'lang' && value && text.slice(value.at, value.end) === 'ts')
      ? typed
      : withTypes;
  const page = pageData(path);
  if (page) {
    parts.push(new PartWriter(text).glue(page.imports, start).part('module', withTypes));
    parts.push(new PartWriter(text).glue(page.data, start).part('component', withTypes));
  }
  const script = template.scripts.map(({ content }) => text.slice(content.at, content.end)).join('\n');
  parts.push(
    new PartWriter(text)
      .glue(runes + stores(text, namesDeclared(script)), start)
      .part('component', withTypes),
  );
  for (const { content, attributes } of template.scripts) {
    const scope = isModule(attributes) ? 'module' : 'component';
    parts.push(new PartWriter(text).verbatim(content).part(scope, grammarOf(attributes)));
  }
  if (!template.code.isEmpty) parts.push(template.code.part('component', withTypes));
  return { parts, errors: template.errors };
}

const runes = 'const $props = () => $$props;\n';

/** `$page` is the value of the store `page`. */
function stores(text: string, declared: ReadonlySet<string>): string {
  const names = new Set([...text.matchAll(/(?<![\w$.])\$([A-Za-z_]\w*)/g)].map(([, name = '']) => name));
  return [...names]
    .flatMap((name) => (declared.has(name) ? [`const $${name} = $$get(${name});`] : []))
    .join('\n');
}

/** A page of SvelteKit is given what the `load` functions beside it return. */
function pageData(path: string): { readonly imports: string; readonly data: string } | undefined {
  const [, kind] = /(?:^|\/)\+(page|layout)(?:@[\w-]*)?\.svelte$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  return {
    imports: `import { load as $$loadOnServer } from './+${kind}.server';\nimport { load as $$load } from './+${kind}';`,
    data: `$$props = { form: $$props.form, data: Object.assign({}, $$loadOnServer($$event()), $$load($$event())) };\n`,
  };
}
