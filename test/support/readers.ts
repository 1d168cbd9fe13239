import { code, fenced, prose, shorten, visible, visibleIn, words } from '../../src/agent/data.ts';
import { asText, codeBlock, fileLink, readLink } from '../../src/agent/links.ts';
import { withoutSecrets } from '../../src/agent/secrets.ts';
import { isKeyFile } from '../../src/api/key-files.ts';
import { plainWord } from '../../src/api/plain-word.ts';
import { isGitName, isProtected } from '../../src/api/protected-path.ts';
import { readRemote } from '../../src/api/remote-url.ts';
import { joinLines, longestRunOf, trimEndOf } from '../../src/api/text-runs.ts';
import { agentFiles } from '../../src/engine/ai-inventory/agents/instructions.ts';
import { gradleArtefact, mavenArtefact } from '../../src/engine/languages/java/build-files.ts';
import { embedded } from '../../src/engine/languages/javascript/components/index.ts';
import { respelled } from '../../src/engine/languages/javascript/respelled.ts';
import { grow, nothingYet } from '../../src/markdown/growing.ts';
import { highlight } from '../../src/markdown/highlight.ts';
import { linkTarget } from '../../src/markdown/link-target.ts';
import { parseMarkdown } from '../../src/markdown/parse.ts';
import { understand } from '../../src/service/agent/analyst/deterministic/understand.ts';
import { fillIn, marked, plainLine } from '../../src/service/agent/automations/prompt-values.ts';
import { codeIn } from '../../src/service/models/outgoing.ts';
import { SafeOutput, safeLine } from '../../src/service/models/safe-output.ts';
import { answerIn } from '../../src/service/patches/author/proposal.ts';
import { LinkWriter } from '../../src/views/agent/participant-markdown.ts';
import { decisionIn } from '../../src/views/agent/participant-words.ts';
import { escapeMarkdown, fence, shorten as shortenShown, withoutLinks } from '../../src/views/markdown.ts';
import { readDiffs } from '../../src/workspace/patches/patch-diff.ts';
import { replacements } from '../../src/workspace/patches/patch-edits.ts';
import { linesOf, mergeTexts, plain } from '../../src/workspace/patches/patch-merge.ts';

/** A text that comes in pieces of so many characters. */
function* piecesOf(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

function streamed(writer: { add(text: string): string; end(): string }, text: string, size: number): void {
  for (const piece of piecesOf(text, size)) writer.add(piece);
  writer.end();
}

/** Everything that reads texts of others: of models, repositories, services, reports and people. */
export const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a model’s answer': (text) => streamed(new SafeOutput(), text, text.length),
  'a model’s answer, character by character': (text) => streamed(new SafeOutput(), text, 1),
  'a model’s words on one line': (text) => safeLine(text, 500),
  'a model’s proposal of a patch': (text) => answerIn(text, []),
  'code that goes to a model': (text) => codeIn({ path: 'a', diff: text, text }, undefined),
  'a build of Maven': mavenArtefact,
  'a build of Gradle': gradleArtefact,
  'data for a model: visible': visible,
  'data for a model: visible, nested': (text) => visibleIn({ text, [text]: [text] }),
  'data for a model: words': (text) => words(text, text.length),
  'data for a model: code': (text) => code(text, text.length),
  'data for a model: fenced': (text) => fenced(text),
  'data for a model: prose': (text) => prose(text, text.length),
  'data for a model: shortened': (text) => shorten(text, 100),
  'data for a model: without secrets': (text) => withoutSecrets('a.ts', text),
  'Markdown of the agent: text': asText,
  'Markdown of the agent: code': (text) => codeBlock(text, text),
  'Markdown of the agent: a link to a file': (text) => fileLink(text.toWellFormed()),
  'Markdown of the agent: an address': readLink,
  'Markdown of the agent: a place': (text) => readLink(`parapet:file?path=${text}`),
  'Markdown in the editor’s chat': (text) => streamed(new LinkWriter(() => 'b'), text, text.length),
  'Markdown in the editor’s chat, character by character': (text) =>
    streamed(new LinkWriter(() => 'b'), text, 1),
  'Markdown of the chat and the details page': parseMarkdown,
  'Markdown of the chat, in 5 pieces': (text) => {
    let [shown, read] = [nothingYet, ''];
    for (const piece of piecesOf(text, Math.ceil(text.length / 5))) {
      read += piece;
      shown = grow(shown, read);
    }
    return shown;
  },
  'an address in Markdown': (text) => [linkTarget(text, text), linkTarget(`https://a/${text}`, 'a')],
  'code in the chat': (text) => ['typescript', 'bash', 'python', 'xml'].map((name) => highlight(text, name)),
  'Markdown of the editor: text': escapeMarkdown,
  'Markdown of the editor: code': (text) => fence(text, text),
  'Markdown of the editor: shortened': (text) => shortenShown(text, 200),
  'Markdown of the editor: a message': withoutLinks,
  'a message for the agent': understand,
  'a decision in the editor’s chat': decisionIn,
  'a prompt of an automation': (text) => fillIn(text, {}),
  'a value in a prompt': (text) => [marked(text), plainLine(text)],
  'an address of a remote': (text) => [
    readRemote(text),
    readRemote(`git@a:${text}`),
    readRemote(`https://${text}`),
  ],
  'a path of a patch': (text) => [isProtected(text), isGitName(text), isKeyFile(text)],
  'a diff': (text) => readDiffs([], `--- a/a\n+++ b/a\n@@ -1 +1 @@\n${text}`),
  'a file that a patch changes': (text) => [
    linesOf(text),
    plain(text),
    replacements(`a\n${text}`, `${text}b`),
  ],
  'a file that was edited since': (text) => mergeTexts(text, `a\n${text}`, `${text}b`),
  'an instruction file': (text) => agentFiles({ path: 'AGENTS.md', text, size: text.length }),
  'a word of a filter': plainWord,
  'a script that grammars do not read': (text) => [respelled(text), respelled(`a<${text}>\`\``)],
  'a Vue component': (text) =>
    [`<template>\n${text}`, `<template lang="pug">\n${text}`, `<script>\n${text}`, `<a ${text}`, text].map(
      (component) => embedded.parts('a.vue', component),
    ),
  'a Vue component: a directive': (text) =>
    [`<b v-for="${text}">`, `<b v-html='${text}'>`, `<b #a="${text}">`, `{{${text}`].map((code) =>
      embedded.parts('a.vue', `<template>\n${code}\n</template>`),
    ),
  'a Svelte component': (text) =>
    [text, `<script>${text}`, `<a ${text}`, `{#each a as ${text}}`, `{@html ${text}}`].map((component) =>
      embedded.parts('+page.svelte', component),
    ),
  'an Astro component': (text) =>
    [text, `---\n${text}`, `<a ${text}`, `{${text}`, `{a.map(() => (<b>${text}`].map((component) =>
      embedded.parts('a.astro', component),
    ),
  'one line of a text': (text) => [joinLines(text), trimEndOf(text, ' \n'), longestRunOf(text, '`')],
};
