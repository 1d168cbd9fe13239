import * as l10n from '@vscode/l10n';
import type { LicensePolicy, Package } from '../../api/contract/dependencies.ts';

/** What a policy of licences says of packages. */
export interface LicenseEffect {
  readonly refused: number;
  /** Their licence is an expression of several, which the next scan reads. */
  readonly composed: number;
  readonly unknown: number;
  readonly all: number;
}

type Told = Pick<Package, 'licenses'>;

/** Counts the packages that a policy refuses, by the rules of a scan (docs/sca.md#licences). */
export function licenseEffect(packages: readonly Told[], policy: LicensePolicy): LicenseEffect {
  const effect = { refused: 0, composed: 0, unknown: 0, all: packages.length };
  for (const { licenses = [] } of packages) {
    const [license, ...others] = licenses;
    if (license === undefined) effect.unknown++;
    else if (others.length > 0 || isComposed(license)) effect.composed++;
    else if (isRefused(license, policy)) effect.refused++;
  }
  if (policy.unknown === 'report') effect.refused += effect.unknown;
  return effect;
}

/** The single licences that packages tell, each with how many do, the most frequent first. */
export function licensesOf(packages: readonly Told[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const license of packages.flatMap(({ licenses = [] }) => licenses))
    if (!isComposed(license)) counts.set(license, (counts.get(license) ?? 0) + 1);
  return new Map([...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)));
}

/** The effect as sentences. */
export function effectText({ refused, composed, all }: LicenseEffect): string {
  const first =
    refused === 1
      ? l10n.t('1 of {0} packages breaks this policy.', all)
      : l10n.t('{0} of {1} packages break this policy.', refused, all);
  const rest =
    composed === 0 ? [] : [l10n.t('The next scan decides about {0} with several licences.', composed)];
  return [first, ...rest].join(' ');
}

const isComposed = (license: string): boolean => /[()]| (?:AND|OR) /i.test(license);

function isRefused(license: string, { allow, deny }: LicensePolicy): boolean {
  const has = (list: readonly string[], id: string): boolean =>
    list.some((one) => one.toLowerCase() === id.toLowerCase());
  const [id = license] = license.split(/ WITH /i);
  const isNamed = id !== license && has(allow, license);
  if (has(deny, license) || (has(deny, id) && !isNamed)) return true;
  return allow.length > 0 && !isNamed && !has(allow, id);
}
