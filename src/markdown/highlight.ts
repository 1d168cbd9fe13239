import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/** A piece of code with what it is to its language: `keyword`, `string`; nothing where it is nothing special. */
export interface CodePiece {
  readonly kind: string;
  readonly text: string;
}

/** Colouring longer code would keep the page from being scrolled. */
const longestCode = 20_000;
const longestLine = 2_000;
/** Characters of white space in a row: the grammars look for an end from each of them. */
const longestGap = 500;

const grammars = {
  ...{ bash, cpp, csharp, diff, dockerfile, go, ini, java, json, kotlin, php, python, ruby, rust, sql },
  ...{ typescript, xml, yaml },
};
const colours = createLowlight(grammars);
// Each reads the other as well: what is larger of two is enough.
colours.registerAlias({
  typescript: ['tsx', 'mts', 'cts', 'javascript', 'js', 'mjs', 'cjs', 'jsx'],
  cpp: ['c', 'h'],
  xml: ['vue', 'html'],
});

type Node = ReturnType<typeof colours.highlight>['children'][number];

/** Code in pieces, in order; one piece where the language is not known or the code too long. */
export function highlight(code: string, language: string): readonly CodePiece[] {
  const plain = [{ kind: '', text: code }];
  if (code.length > longestCode || !colours.registered(language)) return plain;
  if (code.split('\n').some((line) => line.length > longestLine)) return plain;
  if (code.split(/\S+/).some((gap) => gap.length > longestGap)) return plain;
  const pieces: CodePiece[] = [];
  collect(colours.highlight(language, code, { prefix: '' }).children, '', pieces);
  return pieces;
}

function collect(nodes: readonly Node[], kind: string, into: CodePiece[]): void {
  for (const node of nodes) {
    if (node.type === 'text') into.push({ kind, text: node.value });
    else if (node.type === 'element') {
      const names: unknown = node.properties['className'];
      const [name] = Array.isArray(names) ? names : [];
      collect(node.children, typeof name === 'string' ? name : kind, into);
    }
  }
}
