import * as l10n from '@vscode/l10n';
import type { AiComponent } from '../../api/contract/ai-inventory.ts';
import { escapeMarkdown } from '../markdown.ts';
import { kindWords, sourceWords, tierWords, usageWords } from './words.ts';

/** A component in one screenful: what it is, from whom, how it is used and how that is known. */
export function componentMarkdown(component: AiComponent, isNew: boolean): string {
  const { name, version, provider, kind, tier, usage, usageReason, detectionSource, detail } = component;
  const { purl, direct, ecosystem, monorepoName } = component;
  const title = version === undefined ? name : `${name} ${version}`;
  const what = [kindWords()[kind].label, provider ?? '', tierWords()[tier]].filter((part) => part !== '');
  const facts = [
    usageReason ?? usageWords()[usage],
    detail ?? sourceWords()[detectionSource],
    direct === false ? l10n.t('It comes by way of another package.') : '',
    monorepoName === undefined || monorepoName === null
      ? ''
      : l10n.t('It belongs to the application {0}.', monorepoName),
    isNew ? l10n.t('It is new on this branch.') : '',
  ].filter((fact, index, all) => fact !== '' && all.indexOf(fact) === index);
  const known = purl ?? ecosystem;
  return [
    `**${escapeMarkdown(title)}**`,
    what.map(escapeMarkdown).join(' · '),
    facts.map((fact) => `- ${escapeMarkdown(fact)}`).join('\n'),
    known === undefined ? '' : escapeMarkdown(known),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
