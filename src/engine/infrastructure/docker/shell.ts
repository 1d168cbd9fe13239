/** A word of a command as the shell would hand it on, with where it stands. */
export interface ShellWord {
  /** Without its quotation marks; variables stay as they are written. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** A simple command: a name, its arguments, and what joins it to the command before. */
export interface ShellCommand {
  /** From the name on: variables that are set for it, and what runs it, are left out. */
  readonly words: readonly ShellWord[];
  /** What runs it: `sudo`, `env`, `exec`. */
  readonly through: readonly string[];
  /** What stands between this command and the one before: `|` where it reads the output of that. */
  readonly joined: '|' | 'other';
  readonly at: number;
  readonly end: number;
}

const separators = new Set(['|', '&', ';', '\n', '(', ')', '{', '}', '`']);
const assignment = /^[A-Za-z_]\w*=/;
/** What runs the command that its own arguments name, with the options of its own that take a value. */
const wrappers: ReadonlyMap<string, RegExp> = new Map([
  ['sudo', /^-[ugCDRT]$/],
  ['env', /^-[uCS]$/],
  ['exec', /^-a$/],
  ['time', /^-[fo]$/],
  ['nice', /^-n$/],
  ['command', /(?!)/],
  ['then', /(?!)/],
  ['do', /(?!)/],
  ['else', /(?!)/],
  ['if', /(?!)/],
  ['!', /(?!)/],
]);

/**
 * Returns the simple commands of a POSIX shell script, flat: pipes, lists, groups and substitutions are taken apart. Total: any
 * text gives commands, and what a shell would refuse is read as far as it goes.
 * @param offset of the script in its file
 */
export function shellCommands(script: string, offset: number): readonly ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: ShellWord[] = [];
  let joined: ShellCommand['joined'] = 'other';
  let at = 0;
  const close = (next: ShellCommand['joined']): void => {
    const [first] = words;
    const last = words.at(-1);
    if (first && last) commands.push({ ...unwrapped(words), joined, at: first.at, end: last.end });
    if (first || next === '|') joined = next;
    words = [];
  };
  while (at < script.length) {
    const ch = script.charAt(at);
    if (ch === '#' && /^$|\s/.test(script.charAt(at - 1))) {
      const line = script.indexOf('\n', at);
      at = line < 0 ? script.length : line;
    } else if (ch === '\\' && /^\r?\n/.test(script.slice(at + 1, at + 3))) {
      at += script.charAt(at + 1) === '\r' ? 3 : 2;
    } else if (separators.has(ch)) {
      const isPipe = ch === '|' && script.charAt(at + 1) !== '|';
      close(isPipe ? '|' : 'other');
      at += ch === '|' && !isPipe ? 2 : 1;
    } else if (/\s/.test(ch)) at += 1;
    else {
      const word = wordAt(script, at);
      words.push({ text: word.text, at: offset + at, end: offset + word.end });
      at = word.end;
    }
  }
  close('other');
  return commands;
}

/** Characters of `${…}`, so that a text of many beginnings is read in linear time. */
const longestVariable = 500;

/** One word, with what stands in quotation marks or is escaped. */
function wordAt(script: string, start: number): { readonly text: string; readonly end: number } {
  let text = '';
  let at = start;
  let quote = '';
  for (; at < script.length; at++) {
    const ch = script.charAt(at);
    if (quote !== '') {
      if (ch === quote) quote = '';
      else if (ch === '\\' && quote === '"' && /["\\$`]/.test(script.charAt(at + 1)))
        text += script.charAt(++at);
      else text += ch;
    } else if (ch === '"' || ch === "'") quote = ch;
    else if (ch === '\\') text += script.charAt(++at);
    else if (ch === '$' && script.charAt(at + 1) === '{') {
      const length = script.slice(at, at + longestVariable).indexOf('}');
      if (length < 0) text += ch;
      else {
        text += script.slice(at, at + length + 1);
        at += length;
      }
    } else if (/\s/.test(ch) || separators.has(ch)) break;
    else text += ch;
  }
  return { text, end: Math.max(at, start + 1) };
}

/** The words from the name of the command on: `curl` of `FOO=1 sudo -E curl`. */
function unwrapped(words: readonly ShellWord[]): Pick<ShellCommand, 'words' | 'through'> {
  const through: string[] = [];
  for (let from = 0; ; ) {
    while (assignment.test(words[from]?.text ?? '')) from += 1;
    const name = words[from]?.text ?? '';
    const taking = wrappers.get(name);
    if (!taking || from + 1 >= words.length) return { words: words.slice(from), through };
    through.push(name);
    from += 1;
    while (/^-/.test(words[from]?.text ?? '') && from + 1 < words.length)
      from += taking.test(words[from]?.text ?? '') ? 2 : 1;
  }
}

/** The name of a command without its folder: `bash` of `/bin/bash -c`. */
export const nameOf = ({ words: [first] }: ShellCommand): string =>
  first ? first.text.slice(first.text.lastIndexOf('/') + 1) : '';
