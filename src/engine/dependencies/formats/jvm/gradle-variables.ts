import type { Span } from '../../../files/structured/value.ts';
import type { ProjectFiles } from '../../package.ts';
import { folderOf, foldersUpFrom, pathIn } from '../paths.ts';
import { Place } from '../place.ts';
import { isMark, type StringToken } from '../script-calls.ts';
import {
  groovySyntax,
  kotlinSyntax,
  type ScriptSyntax,
  type ScriptToken,
  scriptTokens,
} from '../script-tokens.ts';
import { textLines } from '../text-lines.ts';

/** A text that a build gives a name, and where it stands. */
export interface Variable {
  readonly text: string;
  readonly file: string;
  readonly at: Span;
}

/** Of a file and, where these lack a name, of the build files above it. */
export interface Variables {
  find(name: string): Variable | undefined;
  /** Lines and columns in a file that a variable was found in. */
  place(file: string): Place | undefined;
}

export const syntaxOf = (path: string): ScriptSyntax => (path.endsWith('.kts') ? kotlinSyntax : groovySyntax);

/** @param tokens of the file itself */
export function gradleVariables(
  path: string,
  tokens: readonly ScriptToken[],
  files: ProjectFiles,
): Variables {
  const maps = [assignments(path, tokens)];
  for (const folder of foldersUpFrom(folderOf(path))) {
    const properties = pathIn(folder, 'gradle.properties') ?? '';
    maps.push(propertiesOf(properties, files.read(properties) ?? ''));
    for (const name of ['build.gradle', 'build.gradle.kts']) {
      const file = pathIn(folder, name) ?? '';
      const text = file === path ? undefined : files.read(file);
      if (text !== undefined) maps.push(assignments(file, scriptTokens(text, syntaxOf(file))));
    }
  }
  return {
    find(name) {
      for (const key of [name, name.replace(/^(?:rootProject\.|project\.)?(?:ext\.|extra\.)?/, '')])
        for (const map of maps) {
          const found = map.get(key);
          if (found !== undefined) return found === 'ambiguous' ? undefined : found;
        }
      return undefined;
    },
    place(file) {
      const text = files.read(file);
      return text === undefined ? undefined : new Place(text);
    },
  };
}

type Assigned = ReadonlyMap<string, Variable | 'ambiguous'>;

/** `name = "text"`, `name = [key: "text"]`, `set("name", "text")`, `val name by extra("text")`; what has two texts has none. */
function assignments(file: string, tokens: readonly ScriptToken[]): Assigned {
  const found = new Map<string, Variable | 'ambiguous'>();
  const add = (name: string, { text, inner }: StringToken): void => {
    const before = found.get(name);
    const isSame = before === undefined || (before !== 'ambiguous' && before.text === text);
    found.set(name, isSame ? { text, file, at: inner } : 'ambiguous');
  };
  let map: string | undefined;
  for (const [index, token] of tokens.entries()) {
    if (isMark(token, ']')) map = undefined;
    if (token.kind !== 'string' || !token.isPlain) {
      if (isMark(token, '[') && isMark(tokens[index - 1], '=')) map = nameOf(tokens[index - 2]);
      continue;
    }
    const [third, second, first] = [tokens[index - 3], tokens[index - 2], tokens[index - 1]];
    const name = nameOf(second);
    if (isMark(first, ':') && map !== undefined && name !== undefined) add(`${map}.${name}`, token);
    else if (isMark(first, '=') && name !== undefined) add(name, token);
    else if (isMark(first, '=') && isMark(second, ']') && third?.kind === 'string') add(third.text, token);
    else if (isMark(first, ',') && second?.kind === 'string' && isMark(third, '(')) {
      const callee = nameOf(tokens[index - 4]);
      if (callee === 'set' || callee === 'extra') add(second.text, token);
    } else if (isMark(first, '(') && name === 'extra') {
      const declared = nameOf(tokens[index - 4]);
      if (declared !== undefined) add(declared, token);
    }
  }
  return found;
}

const nameOf = (token: ScriptToken | undefined): string | undefined =>
  token?.kind === 'name' ? token.text : undefined;

/** gradle.properties: `name=text`. */
function propertiesOf(file: string, text: string): Assigned {
  const found = new Map<string, Variable>();
  for (const line of textLines(text)) {
    const [, before, name, gap, value] = /^(\s*)([\w.-]+)(\s*[=:]\s*)(\S+)\s*$/.exec(line.text) ?? [];
    if (before === undefined || name === undefined || gap === undefined || value === undefined) continue;
    const start = line.start + before.length + name.length + gap.length;
    found.set(name, { text: value, file, at: { start, end: start + value.length } });
  }
  return found;
}
