import { readFileSync, statSync } from 'node:fs';

const SUFFIX = '_FILE';
const MAXIMUM_BYTES = 64 * 1024;

/**
 * The environment with what files hold: `PARAPET_DATABASE_URL_FILE=/run/secrets/database` stands for the variable without
 * `_FILE`, as containers hand secrets over.
 * @throws Error with a sentence for the user, and without the content of a file
 */
export function withSecretFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = Object.entries(environment).flatMap(([name, file]) => {
    if (!/^PARAPET_[A-Z_]+_FILE$/.test(name) || file === undefined || file === '') return [];
    const variable = name.slice(0, -SUFFIX.length);
    if (environment[variable]) throw new Error(`Set ${variable} or ${name}, not both.`);
    return [[variable, contentOf(name, file)] as const];
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function contentOf(name: string, file: string): string {
  try {
    if (statSync(file).size > MAXIMUM_BYTES) throw new Error('it has more than 64 kB');
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The file of ${name} cannot be read: ${reason}.`, { cause: error });
  }
}
