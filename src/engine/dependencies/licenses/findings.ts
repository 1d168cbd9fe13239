import type { Finding } from '../../finding.ts';
import { fingerprint } from '../../fingerprint.ts';
import { grouped } from '../../grouped.ts';
import { ecosystemNames } from '../ecosystem-names.ts';
import type { ResolvedPackage } from '../graph.ts';
import type { Ecosystem } from '../package.ts';
import type { LineOf } from '../vulnerabilities.ts';
import { licenseText, parseLicense } from './expression.ts';
import { judgeLicense, type LicensePolicy, type LicenseVerdict } from './policy.ts';

/** The class of these findings. It is no weakness of CWE, and CVSS has no score for it. */
export const licensePolicyClass = 'license-policy';

const scores = { medium: 50, low: 25 } as const;

/** What runs on other machines only; no registry of these tells licences. */
const withoutLicense: readonly Ecosystem[] = ['docker', 'GitHub Actions'];

interface Refused {
  readonly found: ResolvedPackage;
  readonly told: string | undefined;
  readonly verdict: LicenseVerdict;
}

/** Findings about packages whose licence the policy refuses: one for each manifest, package and licence, where the project asks for it. */
export function licenseFindings(
  packages: readonly ResolvedPackage[],
  policy: LicensePolicy,
  lineOf: LineOf,
): readonly Finding[] {
  const refused = packages.flatMap((found): Refused[] => {
    const { ecosystem, origin, license } = found.entry;
    if (withoutLicense.includes(ecosystem) || origin === 'path') return [];
    const parsed = license === undefined ? undefined : parseLicense(license);
    const verdict = judgeLicense(parsed, policy);
    if (verdict.kind === 'allowed' || (verdict.kind === 'unknown' && policy.unknown === 'ignore')) return [];
    return [{ found, told: parsed && licenseText(parsed), verdict }];
  });
  const groups = grouped(refused, ({ found, told }) =>
    JSON.stringify([found.asked.file, found.entry.ecosystem, found.entry.name, told]),
  );
  return [...groups.values()].flatMap((group) => {
    const [worst] = group.toSorted(
      (a, b) =>
        Number(isDevelopment(a)) - Number(isDevelopment(b)) || a.found.path.length - b.found.path.length,
    );
    return worst ? [toFinding(worst, policy, lineOf)] : [];
  });
}

const isDevelopment = ({ found }: Refused): boolean => found.scope === 'development';

function toFinding({ found, told, verdict }: Refused, policy: LicensePolicy, lineOf: LineOf): Finding {
  const { entry, asked, scope } = found;
  const { ecosystem, name, version = entry.requirement ?? '' } = entry;
  const language = ecosystemNames[ecosystem].rule;
  return {
    ruleId: `${language}/${licensePolicyClass}`,
    vulnClass: licensePolicyClass,
    category: 'SCA',
    language,
    title: `${reasonOf(verdict)}: ${`${name} ${version}`.trim()}`,
    message: messageOf(found, told, verdict),
    cwes: [],
    // Others get the product, and not what it is developed with.
    score: scores[scope === 'development' ? 'low' : policy.severity],
    confidence: verdict.kind === 'unknown' ? 50 : 90,
    codeFlows: [],
    sink: { kind: 'text' },
    fingerprint: fingerprint({
      vulnClass: licensePolicyClass,
      ruleId: ecosystem,
      language: 'text',
      sink: JSON.stringify([name, told ?? null]),
    }),
    file: asked.file,
    range: asked.entry.range,
    snippet: lineOf(asked),
  };
}

function reasonOf(verdict: LicenseVerdict): string {
  if (!('licenses' in verdict)) return 'Licence not known';
  const names = verdict.licenses.join(', ');
  return verdict.kind === 'denied' ? `Licence ${names} is denied` : `Licence ${names} is not allowed`;
}

function messageOf(
  { asked, path, entry }: ResolvedPackage,
  told: string | undefined,
  verdict: LicenseVerdict,
): string {
  const way = path.length > 1 ? ` by the way ${path.map(({ name }) => `\`${name}\``).join(' › ')}` : '';
  const brought = `\`${asked.file}\` brings \`${entry.name}\`${way}.`;
  if (verdict.kind === 'unknown')
    return `${brought} Its lock file tells no licence as an SPDX expression, and the policy reports that.`;
  return `${brought} Its licence is \`${told}\`. ${reasonOf(verdict)} by the policy.`;
}
