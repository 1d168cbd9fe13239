import { type License, licenseText } from './expression.ts';

/** Which licences packages may have. */
export interface LicensePolicy {
  /** SPDX ids, each alone or `ID WITH EXCEPTION`. Where there are any, every other licence is refused. */
  readonly allow: readonly string[];
  /** The same; what stands here is refused although it is allowed, too. */
  readonly deny: readonly string[];
  /** Whether a package whose files tell no SPDX expression breaks the policy. */
  readonly unknown: 'ignore' | 'report';
  /** How severe an issue is; of a package that only development needs it is low. */
  readonly severity: 'low' | 'medium';
}

export type LicenseVerdict =
  | { readonly kind: 'allowed' }
  /** With the licences that are to blame. */
  | { readonly kind: 'denied' | 'not-allowed'; readonly licenses: readonly string[] }
  | { readonly kind: 'unknown' };

/** Whether a policy says anything at all. */
export const isPolicy = ({ allow, deny, unknown }: LicensePolicy): boolean =>
  allow.length > 0 || deny.length > 0 || unknown === 'report';

/** Judges the licence of a package: of alternatives one has to be allowed, of licences that hold together all. */
export function judgeLicense(license: License | undefined, policy: LicensePolicy): LicenseVerdict {
  if (!license) return { kind: 'unknown' };
  if (license.kind === 'license') return judgeOne(license, policy);
  const left = judgeLicense(license.left, policy);
  const right = judgeLicense(license.right, policy);
  const chosen = license.kind === 'or' ? lighter(left, right) : heavier(left, right);
  const names = [left, right].flatMap((one) =>
    one.kind === chosen.kind && 'licenses' in one ? one.licenses : [],
  );
  return 'licenses' in chosen ? { ...chosen, licenses: [...new Set(names)] } : chosen;
}

/** An exception only adds permissions: a licence that is allowed is so with one, too. A denied one may be allowed with it. */
function judgeOne(license: License & { readonly kind: 'license' }, policy: LicensePolicy): LicenseVerdict {
  const whole = licenseText(license);
  const has = (list: readonly string[], id: string): boolean =>
    list.some((one) => one.toLowerCase() === id.toLowerCase());
  const isNamed = whole !== license.id && has(policy.allow, whole);
  if (has(policy.deny, whole) || (has(policy.deny, license.id) && !isNamed))
    return { kind: 'denied', licenses: [whole] };
  if (policy.allow.length === 0 || isNamed || has(policy.allow, license.id)) return { kind: 'allowed' };
  return { kind: 'not-allowed', licenses: [whole] };
}

const weight = { allowed: 0, unknown: 1, 'not-allowed': 2, denied: 3 } as const;
const lighter = (a: LicenseVerdict, b: LicenseVerdict): LicenseVerdict =>
  weight[b.kind] < weight[a.kind] ? b : a;
const heavier = (a: LicenseVerdict, b: LicenseVerdict): LicenseVerdict =>
  weight[b.kind] > weight[a.kind] ? b : a;
