import { valid } from 'semver';
import type { Origin } from '../../package.ts';

/** What a dependency's specifier says (npm's package-spec, yarn's and pnpm's protocols). */
export interface Specifier {
  /** The package's own name, where the specifier gives it another one than the key. */
  readonly name: string;
  readonly origin: Origin;
  /** The range, of a package from a registry. */
  readonly requirement?: string;
  /** Where the range is one version. */
  readonly version?: string;
}

/** @param key the name under which the package is installed */
export function readSpecifier(key: string, text: string): Specifier {
  const alias = /^npm:(?:(@?[^@]+)(?:@(.*))?|(.*))$/s.exec(text);
  // `npm:^1.0.0` of yarn is a range, `npm:other@^1.0.0` a package of another name.
  if (alias) {
    const named = alias[1] ?? '';
    if (alias[2] === undefined && isRange(named)) return ofRegistry(key, named);
    return ofRegistry(named, alias[2] ?? '*');
  }
  const patched = /^patch:(@?[^@]+)@([^#]*)/.exec(text);
  if (patched) return readSpecifier(patched[1] ?? key, decoded(patched[2] ?? ''));
  const origin = originOf(text);
  return origin === 'registry' ? ofRegistry(key, text) : { name: key, origin };
}

function ofRegistry(name: string, requirement: string): Specifier {
  const version = exactVersion(requirement.replace(/^=/, '').trim());
  return { name, origin: 'registry', requirement, ...(version !== undefined && { version }) };
}

/** @returns the version that a text is; undefined for a range, which semver would first throw an error for */
export const exactVersion = (text: string): string | undefined =>
  /^v?\d+\.\d+\.\d/.test(text) ? (valid(text) ?? undefined) : undefined;

const isRange = (text: string): boolean => /^(?:[\d^~<>=*|]|v\d|x$)/i.test(text);

/** Where a package of a specifier, or of the `resolved` of a lock file, comes from. */
export function originOf(text: string): Origin {
  if (/^[\^~\d*]/.test(text)) return 'registry';
  if (/^(?:workspace|file|link|portal|exec):|^\.{0,2}\/|^~\/|^\.{1,2}$/.test(text)) return 'path';
  if (/^(?:git[+:@]|ssh:|github:|gitlab:|bitbucket:|gist:)|^[^@\s]+@[^@\s:]+:[^\s]+\//.test(text))
    return 'git';
  if (/^https?:/.test(text)) {
    if (/\.git(?:#|$)|#(?:commit|workspace)=/.test(text)) return 'git';
    return /^https?:\/\/(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)\/[^/]+\/[^/]+(?:#|$)/.test(text)
      ? 'git'
      : 'url';
  }
  if (/^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(text)) return 'git';
  return /^(?:jsr|https?|data):/.test(text) ? 'url' : 'registry';
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Splits `name@range`; the name may have a scope. */
export function splitDescriptor(descriptor: string): readonly [name: string, range: string] {
  const at = descriptor.indexOf('@', 1);
  return at < 0 ? [descriptor, ''] : [descriptor.slice(0, at), descriptor.slice(at + 1)];
}
