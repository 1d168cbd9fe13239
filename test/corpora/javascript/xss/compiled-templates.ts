import { compile, createApp, defineComponent } from 'vue';

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const given = new URLSearchParams(location.search).get('greeting') ?? '';

export const render = compile(`<p>${given}</p>`); // expect: xss
// A template runs what stands between braces, whatever is escaped.
export const escaped = compile(`<p>${escapeHtml(given)}</p>`); // expect: xss
export const fixed = compile('<p>{{ given }}</p>'); // ok: xss

createApp({ template: '<h1>' + given + '</h1>' }).mount('#a'); // expect: xss
createApp({ template: '<h1>{{ given }}</h1>', data: () => ({ given }) }).mount('#b'); // ok: xss

export const Greeting = defineComponent({ template: given }); // expect: xss
export const Named = defineComponent({ name: given, template: '<b>hi</b>' }); // ok: xss
