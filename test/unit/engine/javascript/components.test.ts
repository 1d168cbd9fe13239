import assert from 'node:assert/strict';
import type { SourceFile } from '../../../../src/engine/analysis.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { analyse, newAnalyzer } from '../../../support/engine.ts';
import { obstacle } from '../fixes/support.ts';

const textOf = (text: string, { range }: { readonly range: Finding['range'] }): string => {
  const lines = text.split('\n').slice(range.startLine - 1, range.endLine);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, range.endColumn - 1);
  lines[0] = (lines[0] ?? '').slice(range.startColumn - 1);
  return lines.join('\n');
};

const places = (text: string, findings: readonly Finding[]): readonly string[] =>
  findings.map((finding) => `${finding.range.startLine}: ${textOf(text, finding)}`);

async function found(path: string, text: string, others: readonly SourceFile[] = []) {
  const { findings, skips } = await analyse([{ path, text }, ...others]);
  return {
    places: places(
      text,
      findings.filter(({ file }) => file === path),
    ),
    skips,
  };
}

describe('components', () => {
  it('are reported where the file has the attribute, whatever stands before it', async () => {
    const text = [
      '<!-- é 😀 -->\r',
      '<template>\r',
      '  <p\r',
      '    class="x"\r',
      '    v-html="text &amp;&amp; note"\r',
      '  />\r',
      '</template>\r',
      '<script setup>\r',
      "import { useRoute } from 'vue-router';\r",
      "const text = 'é 😀';\r",
      'const note = useRoute().query.note;\r',
      '</script>\r',
    ].join('\n');
    const { findings, skips } = await analyse([{ path: 'a.vue', text }]);
    assert.deepEqual(places(text, findings), ['5: v-html="text &amp;&amp; note']);
    assert.deepEqual(
      findings[0]?.codeFlows[0]?.steps.map((step) => textOf(text, step)),
      ['query', 'note', 'v-html="text &amp;&amp; note'],
    );
    assert.deepEqual(skips, []);
  });

  it('say how many places cannot be read, and are analysed around them', async () => {
    const { places: told, skips } = await found(
      'a.vue',
      '<template><i>{{ a( }}</i><b v-for="x in" /><p v-html="$route.query.a" /></template>',
    );
    assert.deepEqual(told, ['1: v-html="$route.query.a']);
    assert.deepEqual(
      skips.map(({ reason, detail }) => `${reason}: ${detail}`),
      ["syntax-errors: 1 place does not follow the language's grammar; the rest was analysed."],
    );
  });

  it('that are cut off anywhere are read without an error', async () => {
    const files = {
      'a.vue':
        '<template><p v-for="(a, b) of c" :[d]="e" @x="f(1)">{{ `${g}` }}</p></template><script>export default { data() {} }',
      'a.svelte':
        '<script>export let a; $: b = a</script>{#each a as {b}, c (d)}{@html b}{:else}<A {...a} b="{c}"/>{/each}{#await p then v}{v}',
      'a.astro':
        '---\nconst a = Astro.props;\n---\n<p set:html={a}>{a.map((b) => (<><i {...b}/>{`x${b}`}</>))}</p><script>x()</script>',
    };
    for (const [path, text] of Object.entries(files)) {
      const analyzer = await newAnalyzer();
      for (let end = 1; end <= text.length; end += 3)
        await assert.doesNotReject(analyse([{ path, text: text.slice(0, end) }], analyzer), `${path} ${end}`);
    }
  }).timeout(120_000);

  it('are analysed anew after an edit, as if they were read for the first time', async () => {
    const analyzer = await newAnalyzer();
    const text = (code: string) =>
      `<script setup>\nimport { useRoute } from 'vue-router';\nconst a = ${code};\n</script>\n<template>\n<p v-html="a" />\n</template>`;
    for (const [code, lines] of [
      ["'x'", []],
      ['useRoute().query.a', ['6: v-html="a']],
      ["[1].map(() => 'x')", []],
      ['[1].map(() => useRoute().query.a)[0]', ['6: v-html="a']],
    ] as const) {
      const { findings } = await analyse([{ path: 'a.vue', text: text(code) }], analyzer);
      assert.deepEqual(places(text(code), findings), lines, code);
    }
  });

  it('hand on to components of the project, by attributes', async () => {
    const child = '<script>\n  export let body;\n</script>\n{@html body}';
    const { findings } = await analyse([
      {
        path: 'src/Page.svelte',
        text: "<script>import Card from './Card.svelte';</script>\n<Card body={location.hash} />\n<Card body='x' />",
      },
      { path: 'src/Card.svelte', text: child },
    ]);
    assert.deepEqual(
      findings.map(({ file, range }) => `${file}:${range.startLine}`),
      ['src/Card.svelte:4'],
    );
  });

  it('are fixed by hand', async () => {
    const text = '<template><p v-html="$route.query.a" /></template>';
    assert.doesNotMatch(await obstacle('a.vue', text, 'xss'), /could not be parsed/);
  });
});
