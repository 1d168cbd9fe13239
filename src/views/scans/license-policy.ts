import type { LicensePolicy } from '../../api/contract/dependencies.ts';

const mostNames = 500;
const longestName = 200;

/** The policy that values of settings make; what is no text in a list is left out. Undefined where it would refuse nothing. */
export function licensePolicyOf(
  values: Readonly<Record<keyof LicensePolicy, unknown>>,
): LicensePolicy | undefined {
  const policy: LicensePolicy = {
    allow: namesOf(values.allow),
    deny: namesOf(values.deny),
    unknown: values.unknown === 'report' ? 'report' : 'ignore',
    severity: values.severity === 'low' ? 'low' : 'medium',
  };
  const refuses = policy.allow.length > 0 || policy.deny.length > 0 || policy.unknown === 'report';
  return refuses ? policy : undefined;
}

function namesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const names = value.flatMap((one: unknown) => (typeof one === 'string' ? one.trim() : []));
  return names.filter((name) => name !== '' && name.length <= longestName).slice(0, mostNames);
}
