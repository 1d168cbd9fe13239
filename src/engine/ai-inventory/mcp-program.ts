/** Which program an MCP server is: from its command line, of which everything else may be a secret. */

export interface CommandLine {
  readonly command?: string;
  readonly args: readonly string[];
}

export interface Fetched {
  readonly ecosystem: 'npm' | 'pypi' | 'docker';
  readonly name: string;
  readonly version: string | undefined;
}

/** What a runner fetches when the server starts, by its arguments; undefined where they do not tell for certain. */
export function fetched(line: CommandLine): Fetched | undefined {
  const { args } = line;
  const runner = programName(line).replace(/\.(?:cmd|exe)$/, '');
  const words =
    runner === 'npm' && args[0] === 'exec'
      ? args.slice(1)
      : ['pnpm', 'yarn'].includes(runner) && args[0] === 'dlx'
        ? args.slice(1)
        : runner === 'uv' && args[0] === 'tool' && args[1] === 'run'
          ? args.slice(2)
          : runner === 'pipx' && args[0] === 'run'
            ? args.slice(1)
            : args;
  const npm =
    ['npx', 'bunx', 'pnpx'].includes(runner) || (words !== args && ['npm', 'pnpm', 'yarn'].includes(runner));
  const python = runner === 'uvx' || (words !== args && ['uv', 'pipx'].includes(runner));
  if (runner === 'docker' || runner === 'podman') return image(args);
  if (!npm && !python) return undefined;
  const named = npm ? /^(?:-p|--package)(?:=(.+))?$/ : /^(?:--from|--spec)(?:=(.+))?$/;
  const given = words.findIndex((word) => named.test(word));
  const spec =
    given < 0
      ? firstPlain(words, npm ? npmFlags : pythonFlags)
      : (named.exec(words[given] ?? '')?.[1] ?? words[given + 1]);
  const match = npm
    ? /^((?:@[\w.~-]+\/)?[\w.~-]+)(?:@([\w.~^*+-]+))?$/.exec(spec ?? '')
    : /^([A-Za-z0-9][\w.-]*)(?:\[[\w,-]+\])?(?:(?:==|@)([\w.+-]+))?$/.exec(spec ?? '');
  return match?.[1] ? { ecosystem: npm ? 'npm' : 'pypi', name: match[1], version: match[2] } : undefined;
}

interface Flags {
  /** With a word of their own after them. */
  readonly valued: RegExp;
  readonly alone: RegExp;
}

const npmFlags: Flags = {
  valued:
    /^(?:--registry|--loglevel|--prefix|--cache|--userconfig|-w|--workspace|--node-options|--node-arg)$/,
  alone:
    /^(?:-y|--yes|-q|--quiet|-s|--silent|--no-install|--prefer-offline|--prefer-online|--offline|--ignore-existing|--bun|--verbose|--no|--)$/,
};
const pythonFlags: Flags = {
  valued:
    /^(?:--with|-p|--python|--index-url|--index|-i|--default-index|--extra-index-url|--directory|--with-editable|--with-requirements|--env-file|--cache-dir|--refresh-package|--prerelease)$/,
  alone:
    /^(?:-q|--quiet|-v|--verbose|--refresh|--isolated|--offline|-n|--no-cache|--native-tls|--no-progress|--no-config|--reinstall|-U|--upgrade|--managed-python|--no-python-downloads|--)$/,
};
const dockerFlags: Flags = {
  valued:
    /^(?:-e|--env|-v|--volume|--mount|--name|--network|--net|-p|--publish|--env-file|-w|--workdir|-u|--user|--entrypoint|--add-host|-l|--label|--platform|--pull|-h|--hostname|-m|--memory|--cpus|--restart|--gpus|--cap-add|--cap-drop|--security-opt|--tmpfs|--shm-size|--log-driver)$/,
  alone:
    /^(?:-[ditP]+|--rm|--init|--interactive|--tty|--detach|--privileged|--read-only|--no-healthcheck|--publish-all)$/,
};

/** The first word that is neither a flag nor a flag's value. What follows an unknown flag may be its value. */
function firstPlain(words: readonly string[], { valued, alone }: Flags): string | undefined {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) return word;
    if (valued.test(word)) at++;
    else if (!alone.test(word) && !word.includes('=')) return undefined;
  }
  return undefined;
}

function image(args: readonly string[]): Fetched | undefined {
  const run = args.indexOf('run');
  const word = run < 0 ? undefined : firstPlain(args.slice(run + 1), dockerFlags);
  const match = /^([\w./-]+?(?::\d+\/[\w./-]+)?)(?::([\w.-]+))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(word ?? '');
  return match?.[1] ? { ecosystem: 'docker', name: match[1], version: match[3] ?? match[2] } : undefined;
}

export const isPinned = ({ ecosystem, version }: Fetched): boolean =>
  version !== undefined &&
  (ecosystem === 'docker'
    ? version !== 'latest'
    : /^\d+\.\d+\.\d+(?:[\w.+-]*)$|^\d+(?:\.\d+)+$/.test(version));

/** The program's name only: paths and arguments may hold anything. */
export const runnerOf = (line: CommandLine): string =>
  /^[\w.+-]{1,40}$/.exec(programName(line))?.[0] ?? 'a command';

/** A command may hold its arguments too, and folders with blanks. */
function programName({ command = '' }: CommandLine): string {
  const program = /^.*?\.(?:exe|cmd|bat)(?=\s|$)/i.exec(command)?.[0] ?? command.trim().split(/\s/)[0] ?? '';
  return program.split(/[\\/]/).at(-1) ?? '';
}

/** The host's name; what looks like a key in it is hidden, and nothing else of an address is kept. */
export function hostOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const labels = new URL(url).hostname.split('.');
  return labels.map((label) => (isRandom(label) ? '*' : label)).join('.') || undefined;
}

const isRandom = (label: string): boolean => label.length >= 20 && /\d/.test(label) && /[a-z]/i.test(label);
