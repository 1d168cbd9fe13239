import type { ManifestFormat, Origin } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import {
  argumentNamed,
  type CallArgument,
  callArguments,
  isMark,
  isName,
  stringOf,
} from '../script-calls.ts';
import { elixirSyntax, type ScriptToken, scriptTokens } from '../script-tokens.ts';

/**
 * mix.exs (hexdocs.pm/mix/Mix.Tasks.Deps.html): the literal tuples of `deps:` of the project, or of the function that it
 * names.
 */
export const mixExs: ManifestFormat = {
  id: 'mix.exs',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'mix.exs',
  read(text) {
    const found = new Collector('Hex', text);
    const tokens = scriptTokens(text, elixirSyntax);
    const functions = new Set<string>();
    for (let index = 0; index < tokens.length; index++) {
      if (!isName(tokens[index], 'deps') || !isMark(tokens[index + 1], ':')) continue;
      const value = tokens[index + 2];
      if (value?.kind === 'name') functions.add(value.text);
      if (!isMark(value, '[')) continue;
      const end = listEnd(tokens, index + 2);
      addTuples(found, tokens, index + 2, end);
      index = end;
    }
    for (const [index, token] of tokens.entries()) {
      const defined = tokens[index + 1];
      if (!isDefinition(token) || defined?.kind !== 'name') continue;
      if (functions.has(defined.text)) addTuples(found, tokens, index + 2, functionEnd(tokens, index + 2));
    }
    return found.result();
  },
};

function listEnd(tokens: readonly ScriptToken[], at: number): number {
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    if (isMark(tokens[index], '[')) depth++;
    else if (isMark(tokens[index], ']') && --depth === 0) return index;
  }
  return tokens.length;
}

const isDefinition = (token: ScriptToken | undefined): boolean =>
  isName(token, 'def') || isName(token, 'defp');

/** A function of a module ends where the next one begins. */
function functionEnd(tokens: readonly ScriptToken[], at: number): number {
  let index = at;
  while (index < tokens.length && !(isDefinition(tokens[index]) && isMark(tokens[index - 1], '\n'))) index++;
  return index;
}

/** `{:name, "~> 1.0", only: :test}`, `{:name, git: "…"}` */
function addTuples(found: Collector, tokens: readonly ScriptToken[], from: number, to: number): void {
  for (let index = from; index < to; index++) {
    const name = tokens[index + 1];
    if (!isMark(tokens[index], '{') || name?.kind !== 'symbol' || !isMark(tokens[index + 2], ',')) continue;
    const given = callArguments(bracketed(tokens, index + 3), 0);
    const requirement = given[0]?.label === undefined ? stringOf(given[0]) : undefined;
    const hex = argumentNamed(given, 'hex')?.tokens[0];
    found.add({
      name: hex?.kind === 'symbol' || hex?.kind === 'string' ? hex.text : name.text,
      version: exactVersion(requirement?.text),
      requirement: requirement?.isPlain ? requirement.text : undefined,
      scope: isDevelopment(argumentNamed(given, 'only')) ? 'development' : 'production',
      group: 'deps',
      direct: true,
      origin: originOf(given),
      at: name,
      versionAt: requirement?.isPlain ? requirement.inner : undefined,
    });
  }
}

/** The rest of a tuple as a call's arguments. */
const bracketed = (tokens: readonly ScriptToken[], at: number): readonly ScriptToken[] => [
  { kind: 'mark', text: '(', start: 0, end: 0 },
  ...tokens.slice(at, at + 200),
];

const exactVersion = (requirement: string | undefined): string | undefined =>
  /^(?:==\s*)?(\d+\.\d+\.\d+(?:[-+][\w.+-]*)?)$/.exec(requirement ?? '')?.[1];

function isDevelopment(only: CallArgument | undefined): boolean {
  const names = only?.tokens.flatMap((token) => (token.kind === 'symbol' ? [token.text] : [])) ?? [];
  return names.length > 0 && !names.includes('prod');
}

function originOf(given: readonly CallArgument[]): Origin {
  if (argumentNamed(given, 'path', 'in_umbrella')) return 'path';
  return argumentNamed(given, 'git', 'github') ? 'git' : 'registry';
}
