/** Which program an MCP server is: from its command line, of which everything else may be a secret. */

export interface CommandLine {
  readonly command?: string;
  readonly args: readonly string[];
}

export interface Fetched {
  /** `git` for a repository that is fetched by its address. */
  readonly ecosystem: 'npm' | 'pypi' | 'nuget' | 'go' | 'docker' | 'git';
  readonly name: string;
  readonly version: string | undefined;
}

type Registry = 'npm' | 'pypi' | 'nuget' | 'go';

/** What a runner fetches when the server starts, by its arguments; undefined where they do not tell for certain. */
export function fetched(line: CommandLine): Fetched | undefined {
  const runner = runnerName(line);
  if (runner === 'docker' || runner === 'podman') return image(line.args);
  const found = registryOf(runner, line.args);
  if (!found) return undefined;
  const { registry, words } = found;
  if (words.some((word) => staysHere.test(word))) return undefined;
  const spec = specOf(registry, words);
  return spec === undefined ? undefined : (repository(spec) ?? packageOf(registry, spec));
}

/** What was fetched before is run, and nothing else. */
const staysHere = /^--(?:no-install|no|offline|cached-only)$/;

/** Where a runner fetches from, and its words after the command that says so. */
function registryOf(
  runner: string,
  args: readonly string[],
): { readonly registry: Registry; readonly words: readonly string[] } | undefined {
  const [first, second] = args;
  const words = (registry: Registry, from: number) => ({ registry, words: args.slice(from) });
  switch (runner) {
    case 'npx':
    case 'bunx':
    case 'pnpx':
      return words('npm', 0);
    case 'npm':
      return first === 'exec' || first === 'x' ? words('npm', 1) : undefined;
    case 'pnpm':
    case 'yarn':
      return first === 'dlx' ? words('npm', 1) : undefined;
    case 'bun':
      return first === 'x' ? words('npm', 1) : undefined;
    case 'deno':
      return denoProgram(args);
    case 'uvx':
      return words('pypi', 0);
    case 'uv':
      return first === 'tool' && second === 'run' ? words('pypi', 2) : undefined;
    case 'pipx':
      return first === 'run' ? words('pypi', 1) : undefined;
    case 'dnx':
      return words('nuget', 0);
    case 'dotnet':
      return first === 'dnx' ? words('nuget', 1) : undefined;
    case 'go':
      // Without a version the project's own go.mod says which one.
      return first === 'run' && args.some((word) => /^[\w.-]+\.\w+\/[\w./-]+@/.test(word))
        ? words('go', 1)
        : undefined;
    default:
      return undefined;
  }
}

/** `deno run -A npm:a-server@1.0.0`: what is fetched says so itself. */
function denoProgram(args: readonly string[]): ReturnType<typeof registryOf> {
  const spec = args.find((word) => /^npm:/.test(word));
  return args[0] === 'run' && spec !== undefined
    ? { registry: 'npm', words: [spec.replace(/^npm:\/?/, '')] }
    : undefined;
}

const naming: Readonly<Partial<Record<Registry, RegExp>>> = {
  npm: /^(?:-p|--package)(?:=(.+))?$/,
  pypi: /^(?:--from|--spec)(?:=(.+))?$/,
};

function specOf(registry: Registry, words: readonly string[]): string | undefined {
  const named = naming[registry];
  const given = named ? words.findIndex((word) => named.test(word)) : -1;
  if (named && given >= 0) return named.exec(words[given] ?? '')?.[1] ?? words[given + 1];
  const spec = firstPlain(words, flags[registry]);
  // The version of a tool of .NET may be a word of its own.
  const version = registry === 'nuget' ? words[words.indexOf('--version') + 1] : undefined;
  return spec !== undefined && words.includes('--version') && version !== undefined && !spec.includes('@')
    ? `${spec}@${version}`
    : spec;
}

const specs: Readonly<Record<Registry, RegExp>> = {
  npm: /^((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:@([\w.~^*<>=|+-]+))?$/,
  pypi: /^([A-Za-z0-9][\w.-]*)(?:\[[\w,\s-]+\])?(?:(?:===?|@)([\w.*!+-]+)|([<>~!]=?[^;]*))?$/,
  nuget: /^([A-Za-z0-9][\w.-]*)(?:@([\w.*+-]+))?$/,
  go: /^([\w.-]+\.\w+\/[\w./-]+)@([\w.+-]+)$/,
};

function packageOf(registry: Registry, spec: string): Fetched | undefined {
  const match = specs[registry].exec(spec.trim());
  return match?.[1] ? { ecosystem: registry, name: match[1], version: match[2] ?? match[3] } : undefined;
}

/** A repository at its host, `github:owner/name` or `git+https://…`, with the revision; nothing else of the address. */
function repository(spec: string): Fetched | undefined {
  const match =
    /^(?:github:|git\+https:\/\/(?:[^@/]*@)?github\.com\/)([\w-]{1,39}\/[\w.-]{1,100}?)(?:\.git)?(?:[@#]([\w./-]+)(?:[^\w./@#-][^@#]*)?)?(?:#.*)?$/.exec(
      spec,
    );
  return match?.[1] ? { ecosystem: 'git', name: `github.com/${match[1]}`, version: match[2] } : undefined;
}

interface Flags {
  /** With a word of their own after them. */
  readonly valued: RegExp;
  readonly alone: RegExp;
}

const flags: Readonly<Record<Registry | 'docker', Flags>> = {
  npm: {
    valued:
      /^(?:--registry|--loglevel|--prefix|--cache|--userconfig|-w|--workspace|--node-options|--node-arg)$/,
    alone:
      /^(?:-y|--yes|-q|--quiet|-s|--silent|--prefer-offline|--prefer-online|--ignore-existing|--bun|--verbose|--)$/,
  },
  pypi: {
    valued:
      /^(?:--with|-p|--python|--index-url|--index|-i|--default-index|--extra-index-url|--directory|--with-editable|--with-requirements|--env-file|--cache-dir|--refresh-package|--prerelease)$/,
    alone:
      /^(?:-q|--quiet|-v|--verbose|--refresh|--isolated|-n|--no-cache|--native-tls|--no-progress|--no-config|--reinstall|-U|--upgrade|--managed-python|--no-python-downloads|--)$/,
  },
  nuget: {
    valued: /^(?:--version|--source|--add-source|--configfile|--framework)$/,
    alone: /^(?:-y|--yes|--prerelease|--allow-roll-forward|--)$/,
  },
  go: { valued: /^(?:-C|-exec)$/, alone: /^-[\w-]+$/ },
  docker: {
    valued:
      /^(?:-e|--env|-v|--volume|--mount|--name|--network|--net|-p|--publish|--env-file|-w|--workdir|-u|--user|--entrypoint|--add-host|-l|--label|--platform|--pull|-h|--hostname|-m|--memory|--cpus|--restart|--gpus|--cap-add|--cap-drop|--security-opt|--tmpfs|--shm-size|--log-driver)$/,
    alone:
      /^(?:-[ditP]+|--rm|--init|--interactive|--tty|--detach|--privileged|--read-only|--no-healthcheck|--publish-all)$/,
  },
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
  const run = args[0] === 'container' ? 1 : 0;
  const word = args[run] === 'run' ? firstPlain(args.slice(run + 1), flags.docker) : undefined;
  const match = /^([\w./-]+?(?::\d+\/[\w./-]+)?)(?::([\w.-]+))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(word ?? '');
  return match?.[1] ? { ecosystem: 'docker', name: match[1], version: match[3] ?? match[2] } : undefined;
}

/** Tags that are moved with each build. */
const moving = /^(?:latest|main|master|edge|nightly|dev|develop|canary|next|unstable)$/;

/** Whether the version names one release, and not whichever is the newest of several. */
export function isPinned({ ecosystem, version }: Fetched): boolean {
  if (version === undefined) return false;
  switch (ecosystem) {
    case 'docker':
      return !moving.test(version);
    case 'git':
      return (
        /^[0-9a-f]{7,40}$/.test(version) || /^v?\d+\.\d+(?:\.[\w.-]+|(?:\.\d+)*[-+][\w.-]+)?$/.test(version)
      );
    case 'go':
      return !/^(?:latest|upgrade|patch|main|master)$/.test(version);
    case 'pypi':
      return /^v?(?:\d+!)?\d+(?:\.\d+)*(?:[._-]?[A-Za-z][\w.]*(?:-[A-Za-z][\w.]*)*)?(?:\+[\w.]+)?$/.test(
        version,
      );
    default:
      return /^v?\d+\.\d+\.\d[\w.+-]*$/.test(version);
  }
}

/**
 * Whether what has no exact version is certainly fetched from elsewhere. An image of one name alone may have been built
 * on this machine.
 */
export const isFromElsewhere = ({ ecosystem, name }: Fetched): boolean =>
  ecosystem !== 'docker' || (name.includes('/') && !/^(?:localhost|127\.|local\/)/.test(name));

/** The program's name only: paths and arguments may hold anything. */
export const runnerOf = (line: CommandLine): string =>
  /^[\w.+-]{1,40}$/.exec(programName(line))?.[0] ?? 'a command';

const runnerName = (line: CommandLine): string => programName(line).replace(/\.(?:cmd|exe)$/i, '');

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
