import { PartWriter, type Span } from '../../embedded.ts';
import type { EmbeddedCode } from '../../language.ts';
import { typed, withTypes } from './grammars.ts';
import { keysUnder, namesCalled, namesDeclared, namesUsed } from './names.ts';
import { type Attribute, Finder, type Tag, TagReader } from './tags.ts';
import { VueTemplate } from './vue-template.ts';

/** A block of the file: `<script setup lang="ts">…</script>`. */
interface Block extends Tag {
  readonly content: Span;
}

const textOf = (text: string, { value }: Attribute): string => (value ? text.slice(value.at, value.end) : '');

const attributeOf = (text: string, block: Block, name: string): string | undefined => {
  const found = block.attributes.find((attribute) => attribute.name === name);
  return found && textOf(text, found);
};

/** The blocks of a component, each with what stands in it. */
function blocksOf(text: string, find: Finder, tags: TagReader): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = find.from('<', 0); at >= 0; ) {
    let next = at + 1;
    if (text.startsWith('<!--', at)) {
      const end = find.from('-->', at);
      next = end < 0 ? text.length : end + 3;
    } else if (/^[a-z]/i.test(text.slice(at + 1, at + 2))) {
      const tag = tags.read(at);
      if (tag && !tag.isEmpty) {
        const end =
          tag.name === 'template' ? templateEnd(text, tag.end, find) : find.from(`</${tag.name}`, tag.end);
        const content = { at: tag.end, end: end < 0 ? text.length : end };
        blocks.push({ ...tag, content });
        next = content.end;
      } else if (tag) next = tag.end;
    }
    at = find.from('<', next);
  }
  return blocks;
}

/** Templates may hold others: the one that ends the block stands at the beginning of a line. */
function templateEnd(text: string, from: number, find: Finder): number {
  const ofLine = find.from('\n</template', from);
  if (ofLine >= 0) return ofLine + 1;
  const last = text.lastIndexOf('</template');
  return last >= from ? last : -1;
}

/** The code of a Vue component: its scripts, and its template as statements that run after them. */
export function vueParts(text: string): EmbeddedCode {
  const find = new Finder(text);
  const blocks = blocksOf(text, find, new TagReader(text, find, false));
  const scripts = blocks.filter(({ name }) => name === 'script');
  const setup = scripts.find((block) => attributeOf(text, block, 'setup') !== undefined);
  const plain = scripts.find((block) => block !== setup);
  const source = plain && attributeOf(text, plain, 'src');
  const script = scripts.map(({ content }) => text.slice(content.at, content.end)).join('\n');
  const parts: CodeParts = [];
  if (plain) {
    const module = new PartWriter(text).verbatim(plain.content);
    if (source && /^[\w./@~-]+$/.test(source)) module.glue(`\nimport $$options from '${source}';`, plain);
    parts.push(module.part('module', isTyped(text, plain) ? typed : withTypes));
  }
  const block = blocks.find(({ name }) => name === 'template');
  const whole = { at: 0, end: 0 };
  const template = new VueTemplate(text, namesDeclared(script));
  if (block) template.read(block.content, attributeOf(text, block, 'lang') ?? 'html');
  const names = namesUsed(template.expressions);
  const called = namesCalled(template.expressions);
  const before = new PartWriter(text);
  if (setup) {
    before.glue(composition(script), whole);
    parts.push(before.part('component', withTypes));
    parts.push(
      new PartWriter(text)
        .verbatim(setup.content)
        .part('component', isTyped(text, setup) ? typed : withTypes),
    );
  } else if (plain) {
    before.glue(composition(''), whole).glue(instance(script), { at: plain.at, end: plain.at });
    parts.push(before.part('component', withTypes));
  }
  if (!block || template.code.isEmpty) return { parts, errors: template.errors };
  const declared = namesDeclared(setup ? script : '');
  const bound = new PartWriter(text).glue(
    setup ? setupNames(names, declared) : instanceNames(names, called, plain !== undefined),
    { at: block.at, end: block.at },
  );
  bound.take(template.code);
  bound.glue('\n}', { at: block.content.end, end: block.content.end });
  parts.push(bound.part('component', withTypes));
  return { parts, errors: template.errors };
}

type CodeParts = EmbeddedCode['parts'][number][];

const isTyped = (text: string, block: Block): boolean => attributeOf(text, block, 'lang') === 'ts';

/** What the compiler and reactive values mean: a reference is an object with a value, a computed one is asked each time. */
const composables: readonly (readonly [string, string])[] = [
  ['ref', 'const ref = (value) => ({ value });'],
  ['shallowRef', 'const shallowRef = (value) => ({ value });'],
  ['computed', 'const computed = (get) => ({ get value() { return (get.get ?? get)(); } });'],
  ['toRef', 'const toRef = (object, key) => ({ get value() { return object[key]; } });'],
  ['defineProps', 'const defineProps = () => $$props;'],
  ['withDefaults', 'const withDefaults = (props) => props;'],
  ['defineModel', 'const defineModel = (name) => ({ value: $$props[name ?? "modelValue"] });'],
];

/** Macros that a script uses; those of `vue` hide the imports, so that their values are followed. */
function composition(script: string): string {
  const used = namesUsed(script);
  return composables.flatMap(([name, code]) => (used.has(name) ? [code] : [])).join('\n');
}

const hooks = 'beforeCreate created beforeMount mounted activated serverPrefetch updated'.split(' ');

/** What runs for each use of a component that is described by an object: its data, properties, methods and hooks. */
function instance(script: string): string {
  if (/\bexport\s{1,9}default\s{1,9}(?:abstract\s{1,9})?class\b/.test(script)) return instanceOfClass(script);
  const own = [
    ...keysUnder(script, 'props').map((name) => `${name}: $$props.${name}`),
    ...keysUnder(script, 'methods').map((name) => `${name}: $$options.methods.${name}`),
    ...keysUnder(script, 'computed').map(
      (name) =>
        `get ${name}() { return ($$options.computed.${name}.get ?? $$options.computed.${name}).call($$self); }`,
    ),
  ];
  const has = (name: string): boolean => new RegExp(String.raw`(?<![\w$.])${name}\s{0,9}[(:]`).test(script);
  return [
    `const $$self = { $route: $$route(), $router: $$router(), $props: $$props, ${own.join(', ')} };`,
    ...(has('data') ? ['Object.assign($$self, ($$options.data.call($$self, $$self)));'] : []),
    // What a client of GraphQL asks for, and keeps under these names.
    ...keysUnder(script, 'apollo').map((name) => `$$self.${name} = $$answer();`),
    ...(has('setup') ? ['Object.assign($$self, $$options.setup($$props));'] : []),
    ...keysUnder(script, 'watch').map(
      (name) => `($$options.watch.${name}.handler ?? $$options.watch.${name}).call($$self, $$self.${name});`,
    ),
    ...hooks.flatMap((name) => (has(name) ? [`$$options.${name}.call($$self);`] : [])),
  ].join('\n');
}

/** What runs for each use of a component that is a class. */
function instanceOfClass(script: string): string {
  const given = [...script.matchAll(/@Prop\b[^;=\n]{0,200}?\b([A-Za-z_$][\w$]*)[!?]?\s{0,9}[:;]/g)];
  return [
    'const $$self = new $$options();',
    '$$self.$route = $$route();',
    ...given.map(([, name]) => `$$self.${name} = $$props.${name};`),
    ...hooks.flatMap((name) =>
      new RegExp(String.raw`(?<![\w$.])${name}\s{0,9}\(`).test(script) ? [`$$self.${name}();`] : [],
    ),
  ].join('\n');
}

/** Names that each instance has. Of `$attrs`, `$slots` and the like it is not known what they hold. */
const ofFramework = (name: string): string =>
  name === '$route' || name === '$router'
    ? `const ${name} = $$${name.slice(1)}();`
    : name === '$props'
      ? 'const $props = $$props;'
      : '';

/** Names of a template, of a component that is described by an object. */
function instanceNames(
  names: ReadonlySet<string>,
  called: ReadonlySet<string>,
  hasInstance: boolean,
): string {
  const self = hasInstance ? '$$self' : '$$props';
  const all = [...names].map((name) => {
    if (name.startsWith('$')) return ofFramework(name);
    return called.has(name) && hasInstance
      ? `const ${name} = $$self.${name}.bind($$self);`
      : `const ${name} = ${self}.${name}?.value ?? ${self}.${name};`;
  });
  return `{ ${all.join(' ')}\n`;
}

/** Names of a template beside a script that runs for each use: its variables, else properties. */
function setupNames(names: ReadonlySet<string>, declared: ReadonlySet<string>): string {
  const before: string[] = [];
  const inside: string[] = [];
  for (const name of names) {
    if (name.startsWith('$')) inside.push(ofFramework(name));
    else if (declared.has(name)) {
      before.push(`const $$of_${name} = ${name}?.value ?? ${name};`);
      inside.push(`const ${name} = $$of_${name};`);
    } else inside.push(`const ${name} = $$props.${name};`);
  }
  return `\n${before.join(' ')} { ${inside.join(' ')}\n`;
}
