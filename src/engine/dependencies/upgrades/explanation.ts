import type { UpgradePlan } from './plan.ts';
import { isSameMajor, type Raise } from './target.ts';

/** Packages that are named one by one. */
const mostNamed = 50;

/** What a change of versions is called, in one line. */
export function titleOf(raises: readonly Raise[]): string {
  const [first] = raises;
  const names = new Set(raises.map(({ name }) => name));
  return first && names.size === 1
    ? `Upgrade ${first.name} to ${raises.map(({ to }) => to).join(' and ')}`
    : `Upgrade ${names.size} vulnerable packages`;
}

/** What a change does and what it leaves, in Markdown. @param raises those that it achieves */
export function explanationOf(
  plan: UpgradePlan,
  raises: readonly Raise[],
  written: string | undefined,
): string {
  const [only, ...others] = raises;
  const parts: string[] = [];
  if (only && others.length === 0) {
    const isSmallest = plan.raises.some(({ name, to }) => name === only.name && to === only.to);
    const which = isSmallest ? 'the smallest version after' : 'what comes in place of';
    parts.push(
      `No known advisory affects \`${only.name}\` ${only.to}, ${which} ${only.from}${isSmallest ? ' of which that holds' : ''}.`,
    );
  } else if (only) parts.push(`No known advisory affects these versions:\n\n${listed(raises.map(stepOf))}\n`);
  const majors = raises.filter(({ from, to }) => !isSameMajor(from, to));
  if (majors.length > 0)
    parts.push(`${namesOf(majors)}: the major version changes, so its interface may have, too.`);
  if (plan.overrides.length > 0)
    parts.push(
      `${namesOf(plan.overrides)} is forced upon packages that ask for an older version: they were not tested with it. Remove the override once they ask for it themselves.`,
    );
  if (written !== undefined) parts.push(written);
  if (plan.kept.length > 0) parts.push(`Not changed:\n\n${listed(plan.kept)}\n`);
  parts.push('Run the tests: what else changed between the versions is in the packages’ release notes.');
  return parts.join(' ');
}

const stepOf = ({ name, from, to }: Raise): string => `\`${name}\` ${from} → ${to}`;

const namesOf = (raises: readonly Raise[]): string =>
  [...new Set(raises.map(({ name }) => `\`${name}\``))].slice(0, mostNamed).join(', ');

const listed = (lines: readonly string[]): string =>
  lines
    .slice(0, mostNamed)
    .map((line) => `- ${line}`)
    .join('\n');
