/** Environment variables that a project knows, so that a new one gets a name of its own. */

export interface Environment {
  /** Whether code or a configuration file of the project reads or sets a variable. */
  readonly knows: (name: string) => boolean;
  /** Its value in the project's `.env` files; undefined where they do not set it. */
  readonly valueOf: (name: string) => string | undefined;
}

/** A variable that a patch of the project gave a secret to, whether the patch is applied or not. */
export interface NamedSecret {
  readonly environment: string;
  /** What `digestOf` says of the secret. */
  readonly digest: string;
}

/** Characters of one file, and of all, that are looked through. */
const longestFile = 1_000_000;
const mostText = 64_000_000;

const dotEnvNames = ['', '.local', '.development', '.production', '.test', '.example', '.sample'].map(
  (end) => `.env${end}`,
);

const inCode = [
  /(?:process\.env|import\.meta\.env|(?:Deno|Bun)\.env)(?:\.get\(\s*|\??\.|\[\s*)["'`]?([A-Za-z_]\w*)/g,
  /(?:environ(?:\.get)?|[gG]etenv|[eE]nv(?:ironment)?(?:\.\w+)?|getOrDefault)\s*[[(]\s*["']([A-Za-z_]\w*)["']/g,
];
const taken = /\{([^{}]{1,400})\}\s*=\s*process\.env\b/g;
const isConfiguration =
  /(?:^|\/)(?:Dockerfile[^/]*|[^/]*\.(?:ya?ml|properties|xml|toml|sh|conf|env|gradle|kts))$/;
const inConfiguration = [
  /\$\{?([A-Za-z_]\w*)/g,
  /^[ \t]*(?:-[ \t]*|ENV[ \t]+|ARG[ \t]+|export[ \t]+)?([A-Z][A-Z\d_]+)[ \t]*[:=]/gm,
];
const assigned = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=(.*)$/gm;

/**
 * Reads which environment variables files mention; `.env` files of the folders above `file` are looked at, too, for scans
 * leave them out.
 */
export function environmentOf(
  file: string,
  files: readonly string[],
  read: (path: string) => string | undefined,
): Environment {
  const names = new Set<string>();
  const values = new Map<string, string>();
  let left = mostText;
  for (const path of new Set([...dotEnvFiles(file), ...files])) {
    if (left <= 0) break;
    const text = read(path);
    if (text === undefined || text.length > longestFile) continue;
    left -= text.length;
    if (/(?:^|\/)[^/]*\.env(?:\.\w+)?$/.test(path)) {
      for (const [, name = '', value = ''] of text.matchAll(assigned)) {
        names.add(name);
        if (!values.has(name)) values.set(name, unquoted(value));
      }
      continue;
    }
    for (const pattern of isConfiguration.test(path) ? [...inConfiguration, ...inCode] : inCode)
      for (const [, name = ''] of text.matchAll(pattern)) names.add(name);
    for (const [, list = ''] of text.matchAll(taken))
      for (const [name] of list.matchAll(/[A-Za-z_]\w*/g)) names.add(name);
  }
  return { knows: (name) => names.has(name), valueOf: (name) => values.get(name) };
}

function dotEnvFiles(file: string): string[] {
  const folders = file.split('/').slice(0, -1);
  return [...folders.keys(), folders.length].flatMap((length) =>
    dotEnvNames.map((name) => [...folders.slice(0, length), name].join('/')),
  );
}

function unquoted(value: string): string {
  const text = value.trim();
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}
