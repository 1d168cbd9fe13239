import { isLoopback } from '../../../api/loopback.ts';

/** What is kept of a package manager's settings, or why it cannot be. */
export type ReducedSettings =
  | { readonly type: 'kept'; readonly text: string }
  | { readonly type: 'refused'; readonly reason: string };

/** Lines that are read; a configuration has a few. */
const maximumLines = 1_000;

/**
 * The lines of a `.npmrc` that say which registries there are, and how strict peers are. All else is left out: programs,
 * credentials, and variables of the environment that would go with a request.
 */
export function reducedNpmrc(text: string): ReducedSettings {
  const kept: string[] = [];
  for (const line of text.split(/\r?\n/).slice(0, maximumLines)) {
    const [key = '', ...rest] = line.split('=').map((part) => part.trim());
    const value = rest.join('=');
    if (key === 'legacy-peer-deps' || key === 'strict-peer-deps') {
      if (/^(?:true|false)$/.test(value)) kept.push(`${key}=${value}`);
      continue;
    }
    if (key !== 'registry' && !/^@[\w.-]+:registry$/.test(key)) continue;
    const address = value.replace(/^"(.*)"$/, '$1');
    if (!isRegistry(address))
      return {
        type: 'refused',
        reason: `\`.npmrc\` names a registry that is not asked: it has to be an https address without credentials or variables.`,
      };
    kept.push(`${key}=${address}`);
  }
  return { type: 'kept', text: kept.map((line) => `${line}\n`).join('') };
}

/** Whether an address is one that is asked: encrypted or of this machine, without credentials and variables. */
export function isRegistry(address: string): boolean {
  if (!URL.canParse(address) || /[\s"'\\$`]/.test(address)) return false;
  const { protocol, username, password, hostname } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
