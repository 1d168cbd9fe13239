import { isPlainRemote } from '../../ai-inventory/networks.ts';
import type { Span } from '../../files/structured/value.ts';
import type { Place } from '../formats/place.ts';
import type { Ecosystem } from '../package.ts';
import { hostOf } from './npm-settings.ts';
import type { Risk, SupplyChainRule } from './risk.ts';

/** Settings that let somebody else serve a package, whatever the package manager. */

export const extraIndex: SupplyChainRule = {
  id: 'dependency-confusion/extra-index',
  title: 'Package index beside the public one',
  cwes: ['CWE-427', 'CWE-1357'],
  score: 45,
  confidence: 80,
  remediation:
    'Name one index by `--index-url` that serves all packages, or lock every package with `--hash`.',
};

export const severalSources: SupplyChainRule = {
  id: 'dependency-confusion/several-sources',
  title: 'Packages taken from whichever source has the name',
  cwes: ['CWE-427', 'CWE-1357'],
  score: 45,
  confidence: 80,
  remediation: 'Bind each package that is not public to its own source.',
};

export const severalRepositories: SupplyChainRule = {
  id: 'dependency-confusion/several-repositories',
  title: 'Several repositories that may serve any artifact',
  cwes: ['CWE-427', 'CWE-1357'],
  score: 15,
  confidence: 60,
  isHint: true,
  remediation: 'Put one repository manager in front, which decides what comes from where.',
};

export const plainRegistry: SupplyChainRule = {
  id: 'unverified-download/plain-registry',
  title: 'Package registry over plain HTTP',
  cwes: ['CWE-319', 'CWE-494'],
  score: 50,
  confidence: 90,
  remediation: 'Use the https address of the registry.',
};

export const uncheckedRegistry: SupplyChainRule = {
  id: 'tls-verification-disabled/registry',
  title: 'Package registry whose certificate is not checked',
  cwes: ['CWE-295'],
  score: 55,
  confidence: 90,
  remediation: 'Leave the check on, and add the certificate of a private authority to the package manager.',
};

export const registryRules = [
  extraIndex,
  severalSources,
  severalRepositories,
  plainRegistry,
  uncheckedRegistry,
];

/** Collects the risks of one file of settings. */
export class RegistryRisks {
  readonly found: Risk[] = [];
  readonly #ecosystem: Ecosystem;
  readonly #file: string;
  readonly #place: Place;

  constructor(ecosystem: Ecosystem, file: string, place: Place) {
    this.#ecosystem = ecosystem;
    this.#file = file;
    this.#place = place;
  }

  add(rule: SupplyChainRule, at: Span, subject: string, message: string): void {
    const range = this.#place.range(at);
    this.found.push({ rule, ecosystem: this.#ecosystem, file: this.#file, range, subject, message });
  }

  /** A registry, whose address may be one without TLS. */
  address(address: string | undefined, at: Span): void {
    if (address === undefined || !isPlainRemote(address)) return;
    const host = shownHost(address);
    this.add(
      plainRegistry,
      at,
      `http ${host}`,
      `Packages come from ${host} without TLS, so whoever sits on the way can answer with other code.`,
    );
  }

  unchecked(at: Span, subject: string): void {
    this.add(
      uncheckedRegistry,
      at,
      `unchecked ${subject}`,
      'Any server on the way can claim to be the registry, and answer with other code.',
    );
  }
}

/** The host alone: an address may hold a password. */
export const shownHost = (address: string): string =>
  `\`${(hostOf(address) ?? 'another registry').slice(0, 100)}\``;
