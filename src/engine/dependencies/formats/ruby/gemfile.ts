import type { ManifestFormat, Origin, ProjectFiles, Scope } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf, folderOf, pathIn } from '../paths.ts';
import {
  argumentNamed,
  type CallArgument,
  callArguments,
  isMark,
  isName,
  stringOf,
} from '../script-calls.ts';
import { rubySyntax, type ScriptToken, scriptTokens } from '../script-tokens.ts';
import { gemOf } from './gem-call.ts';

/** What a block gives to the gems within it. */
interface Block {
  readonly groups: readonly string[];
  readonly origin?: Origin;
}

/** Gemfile (bundler.io/man/gemfile.5.html): calls with literal arguments. */
export const gemfile: ManifestFormat = {
  id: 'Gemfile',
  kind: 'manifest',
  reads: (path) => /^(?:Gemfile|gems\.rb|[\w.-]+\.gemfile)$/.test(baseOf(path)),
  read(text, path, files) {
    const found = new Collector('RubyGems', text);
    const tokens = scriptTokens(text, rubySyntax);
    const open: Block[] = [];
    let isLoop = false;
    for (const [index, token] of tokens.entries()) {
      if (token.kind !== 'name') continue;
      const isFirst = startsStatement(tokens[index - 1]);
      if (isFirst) isLoop = /^(?:while|until|for)$/.test(token.text);
      if (token.text === 'end' && isFirst) open.pop();
      else if (token.text === 'do' && !isLoop) open.push(blockOf(tokens, index));
      else if (opensBlock(token, isFirst, tokens[index - 1])) open.push({ groups: [] });
      else if (token.text === 'gem' && isFirst) addGem(found, callArguments(tokens, index + 1), open);
      else if (
        token.text === 'eval_gemfile' &&
        isFirst &&
        includedBy(tokens, index, path, files) === undefined
      )
        found.problem(token.start, 'This includes a file that Parapet cannot read: its gems are not known.');
    }
    return found.result();
  },
  includes(text, path, files) {
    const tokens = scriptTokens(text, rubySyntax);
    return tokens.flatMap((token, index) =>
      isName(token, 'eval_gemfile') ? (includedBy(tokens, index, path, files) ?? []) : [],
    );
  },
};

/** The listed file that a call of `eval_gemfile` names. */
function includedBy(
  tokens: readonly ScriptToken[],
  index: number,
  path: string,
  files: ProjectFiles,
): string | undefined {
  const given = stringOf(callArguments(tokens, index + 1)[0]);
  const target = given?.isPlain ? pathIn(folderOf(path), given.text) : undefined;
  return target !== undefined && files.read(target) !== undefined ? target : undefined;
}

const startsStatement = (before: ScriptToken | undefined): boolean =>
  before === undefined ||
  (before.kind === 'mark' && /^[\n;|]$/.test(before.text)) ||
  (before.kind === 'name' && /^(?:do|then|else|begin)$/.test(before.text));

const opensBlock = (token: ScriptToken, isFirst: boolean, before: ScriptToken | undefined): boolean =>
  /^(?:if|unless|case|begin|while|until|for|def|class|module)$/.test(token.text) &&
  (isFirst || isMark(before, '='));

/** The call that a `do` belongs to stands before it on its line. */
function blockOf(tokens: readonly ScriptToken[], at: number): Block {
  let first = at;
  while (first > 0 && at - first < 100 && !isMark(tokens[first - 1], '\n')) first--;
  const callee = tokens[first];
  const given = callArguments(tokens, first + 1);
  if (isName(callee, 'group')) return { groups: given.flatMap(groupsOf) };
  if (isName(callee, 'path')) return { groups: [], origin: 'path' };
  if (isName(callee, 'git') || isName(callee, 'github')) return { groups: [], origin: 'git' };
  return { groups: [] };
}

const groupsOf = ({ label, tokens }: CallArgument): string[] =>
  label === undefined
    ? tokens.flatMap((token) => (token.kind === 'symbol' || token.kind === 'string' ? [token.text] : []))
    : [];

function addGem(found: Collector, given: readonly CallArgument[], open: readonly Block[]): void {
  const gem = gemOf(given);
  if (!gem) return;
  const own = argumentNamed(given, 'group', 'groups');
  const groups = [
    ...open.flatMap((block) => block.groups),
    ...(own ? groupsOf({ ...own, label: undefined }) : []),
  ];
  const around = open.findLast((block) => block.origin !== undefined)?.origin;
  found.add({
    ...gem,
    origin: gem.origin === 'registry' && around !== undefined ? around : (gem.origin ?? 'registry'),
    scope: scopeOf(groups),
    group: groups.length === 0 ? 'default' : groups.join(', '),
    direct: true,
  });
}

const scopeOf = (groups: readonly string[]): Scope =>
  groups.length > 0 && groups.every((group) => group === 'development' || group === 'test')
    ? 'development'
    : 'production';
