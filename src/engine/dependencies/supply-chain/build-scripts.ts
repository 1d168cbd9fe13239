import { baseOf } from '../formats/paths.ts';
import { Place } from '../formats/place.ts';
import { isMark, isName } from '../formats/script-calls.ts';
import { type ScriptSyntax, type ScriptToken, scriptTokens } from '../formats/script-tokens.ts';
import { fetchedCode, hiddenCode } from './install-scripts.ts';
import { amongNames, type Risk, type SupplyChainRule } from './risk.ts';
import { scriptDanger } from './script-dangers.ts';

/** Cargo compiles and runs `build.rs` wherever the crate is built (doc.rust-lang.org/cargo/reference/build-scripts.html). */

const runsPrograms: SupplyChainRule = {
  id: 'install-script/build-script',
  title: 'Build script that runs programs or asks the network',
  cwes: ['CWE-829'],
  score: 15,
  confidence: 80,
  isHint: true,
  remediation: 'Keep what it makes in the repository, and run the programs when you make it anew.',
};

export const buildScriptRules = [runsPrograms];

export const isBuildScript = (path: string): boolean => baseOf(path) === 'build.rs';

const rustSyntax: ScriptSyntax = {
  lineComment: '//',
  hasBlockComments: true,
  interpolation: undefined,
  hasSingleQuotes: false,
  hasTripleQuotes: false,
  hasSymbols: false,
};

/** Crates that ask servers, and the socket of the standard library. */
const clients = /^(?:reqwest|ureq|isahc|attohttpc|minreq|hyper|TcpStream)$/;

/** Returns what a build.rs does beside compiling. @param text of Rust */
export function buildScriptRisks(text: string, file: string): Risk[] {
  const place = new Place(text);
  const tokens = scriptTokens(text, rustSyntax);
  const about = { ecosystem: 'crates.io', file, subject: 'build.rs' } as const;
  for (const token of tokens) {
    const danger = token.kind === 'string' ? scriptDanger(token.text) : undefined;
    if (!danger) continue;
    const does =
      danger === 'hidden'
        ? 'decodes commands that nobody can read, and runs them'
        : 'fetches code and runs it unchecked';
    return [
      {
        ...{ ...about, rule: danger === 'hidden' ? hiddenCode : fetchedCode, range: place.range(token) },
        message: `The build script ${does} on every machine that builds the crate.`,
      },
    ];
  }
  const used = tokens.flatMap((token, index) => {
    const name = nameOf(tokens, index);
    return name === undefined ? [] : [{ token, name }];
  });
  const [first] = used;
  if (!first) return [];
  return [
    {
      ...{ ...about, rule: runsPrograms, range: place.range(first.token) },
      message: `It uses ${amongNames([...new Set(used.map(({ name }) => name))])} on every machine that builds the crate.`,
    },
  ];
}

/** The program of `Command::new("git")`, or the client of the network, that begins at a token. */
function nameOf(tokens: readonly ScriptToken[], index: number): string | undefined {
  const token = tokens[index];
  const isPath = isMark(tokens[index + 1], ':') && isMark(tokens[index + 2], ':');
  if (token?.kind !== 'name' || !isPath) return undefined;
  // An import alone does nothing.
  const isImported = isName(tokens[index - 1], 'use');
  if (clients.test(token.text)) return isImported ? undefined : token.text;
  if (token.text !== 'Command' || !isName(tokens[index + 3], 'new')) return undefined;
  const program = tokens[index + 5];
  return program?.kind === 'string' ? program.text : 'Command';
}
