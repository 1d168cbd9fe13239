import { Place } from '../formats/place.ts';
import { callArguments, isMark } from '../formats/script-calls.ts';
import { pythonSyntax, type ScriptToken, scriptTokens } from '../formats/script-tokens.ts';
import { fetchedCode, hiddenCode } from './install-scripts.ts';
import { amongNames, type Risk, type SupplyChainRule } from './risk.ts';
import { scriptDanger } from './script-dangers.ts';

/** All of a setup.py runs wherever its package is installed from sources. */

const runsPrograms: SupplyChainRule = {
  id: 'install-script/setup-code',
  title: 'setup.py that runs programs or asks the network',
  cwes: ['CWE-829'],
  score: 15,
  confidence: 80,
  isHint: true,
  remediation: 'Move it to where the package is built, and declare the rest in pyproject.toml.',
};

export const setupScriptRules = [runsPrograms];

const evaluates = new Set(['exec', 'eval']);
const decodes = /^(?:b64decode|b32decode|a85decode|unhexlify|fromhex|decompress)$/;
const fetches = /^(?:urlopen|urlretrieve)$/;
const runs = /^(?:system|popen|Popen|check_call|check_output)$/;
const runners = new Map([
  ['subprocess', /^(?:run|call|getoutput)$/],
  ['requests', /^(?:get|post)$/],
]);

/** Returns what a setup.py does beside describing its package. @param text of Python */
export function setupScriptRisks(text: string, file: string): Risk[] {
  const place = new Place(text);
  const tokens = scriptTokens(text, pythonSyntax);
  const called: ScriptToken[] = [];
  const risks: Risk[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'name' || !isMark(tokens[index + 1], '(')) continue;
    const owner = isMark(tokens[index - 1], '.') ? tokens[index - 2]?.text : undefined;
    const isProgram = runs.test(token.text) || runners.get(owner ?? '')?.test(token.text) === true;
    if (isProgram || fetches.test(token.text)) called.push(token);
    if (!isProgram && !(evaluates.has(token.text) && owner === undefined)) continue;
    const given = callArguments(tokens, index + 1).flatMap((argument) => argument.tokens);
    const rule = isProgram ? byCommand(given) : byCode(given);
    if (!rule) continue;
    const does =
      rule === hiddenCode
        ? 'decodes commands that nobody can read, and runs them'
        : 'fetches code and runs it unchecked';
    const at = { start: token.start, end: token.end };
    risks.push({
      ...{ rule, ecosystem: 'PyPI', file, range: place.range(at), subject: token.text },
      message: `\`${token.text}\` ${does} on every machine that installs the package from its sources.`,
    });
  }
  const [first] = called;
  if (!first || risks.length > 0) return risks;
  const names = amongNames([...new Set(called.map(({ text: name }) => name))]);
  return [
    {
      rule: runsPrograms,
      ...{ ecosystem: 'PyPI', file, range: place.range(first), subject: 'setup.py' },
      message: `It calls ${names} on every machine that installs the package from its sources.`,
    },
  ];
}

/** `exec(base64.b64decode(…))`, `exec(urlopen(…).read())` */
function byCode(given: readonly ScriptToken[]): SupplyChainRule | undefined {
  const names = given.flatMap((token) => (token.kind === 'name' ? token.text : []));
  if (names.some((name) => decodes.test(name))) return hiddenCode;
  const isFetching = names.some(
    (name, at) => fetches.test(name) || runners.get(names[at - 1] ?? '')?.test(name) === true,
  );
  return isFetching ? fetchedCode : undefined;
}

/** `os.system("curl … | sh")` */
function byCommand(given: readonly ScriptToken[]): SupplyChainRule | undefined {
  for (const token of given) {
    const danger = token.kind === 'string' ? scriptDanger(token.text) : undefined;
    if (danger) return danger === 'hidden' ? hiddenCode : fetchedCode;
  }
  return undefined;
}
