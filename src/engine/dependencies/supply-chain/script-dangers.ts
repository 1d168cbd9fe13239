import { riskyCommands } from '../../infrastructure/docker/commands.ts';
import { pipedToShell } from '../../infrastructure/docker/rules.ts';
import { nameOf, shellCommands } from '../../infrastructure/docker/shell.ts';

/** What a script does that is run while packages are installed. */
export type ScriptDanger = 'fetched' | 'hidden';

/** A shell that is given what a download prints: `sh -c "$(curl …)"`, `eval $(wget …)`, `bash <(curl …)`. */
const substituted =
  /(?:\b(?:ba|da|z|k)?sh\s+(?:-\w+\s+){0,3}["']?|\beval\s+["']?|\bsource\s+|(?:^|[\s;&|])\.\s+)(?:\$\(|`|<\()\s*(?:curl|wget)\s/;
const powershellDownload =
  /\b(?:iex|invoke-expression)\b[^\n]{0,500}\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b|\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b[^\n]{0,500}\|\s*(?:iex|invoke-expression)\b/i;
/** Commands that nobody can read: decoded, and run. */
const decoded =
  /\bbase64\s+(?:-d|-D|--decode)\b[^|;&\n]{0,500}\|\s*(?:(?:ba|da|z|k)?sh|node|python[\d.]*|perl|ruby|php)\b|\bpowershell(?:\.exe)?\s[^\n]{0,200}-e(?:nc(?:odedcommand)?)?\s+[A-Za-z0-9+/=]{20}/i;

const evaluated = {
  javascript: {
    fetched: /\brequire\(\s*['"](?:node:)?https?['"]\s*\)|\bfetch\s*\(|\bimport\(\s*['"]https?:/,
    runs: /\beval\s*\(|\bFunction\s*\(|\bchild_process\b|\bvm\b/,
    hides: /['"](?:base64|hex)['"]|\batob\s*\(|(?:\\x[0-9a-f]{2}){8}/i,
  },
  python: {
    fetched: /\burlopen\s*\(|\burllib\b|\brequests\.get\s*\(/,
    runs: /\bexec\s*\(|\beval\s*\(|\bos\.system\s*\(|\bsubprocess\b/,
    hides: /\bb64decode\s*\(|\bfromhex\s*\(|(?:\\x[0-9a-f]{2}){8}/i,
  },
} as const;

/** Returns what is dangerous in a shell script; undefined for one that only runs programs that are there. */
export function scriptDanger(script: string): ScriptDanger | undefined {
  if (decoded.test(script)) return 'hidden';
  const inline = inlineDanger(script);
  if (inline) return inline;
  const isPiped = riskyCommands(script, 0, '').some(({ rule }) => rule.id === pipedToShell.id);
  return isPiped || substituted.test(script) || powershellDownload.test(script) ? 'fetched' : undefined;
}

/** Code that an interpreter is given on its command line: `node -e "…"`, `python -c "…"`. */
function inlineDanger(script: string): ScriptDanger | undefined {
  for (const command of shellCommands(script, 0)) {
    const name = nameOf(command);
    const isNode = /^(?:node|bun|deno)$/.test(name);
    if (!isNode && !/^python[\d.]*$/.test(name)) continue;
    const at = command.words.findIndex(({ text }) =>
      (isNode ? /^(?:-p?e|--eval|-p|--print|eval)$/ : /^-c$/).test(text),
    );
    const code = at < 0 ? '' : (command.words[at + 1]?.text ?? '');
    const { fetched, runs, hides } = evaluated[isNode ? 'javascript' : 'python'];
    if (!runs.test(code)) continue;
    if (hides.test(code)) return 'hidden';
    if (fetched.test(code)) return 'fetched';
  }
  return undefined;
}
