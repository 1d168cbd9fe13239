import * as l10n from '@vscode/l10n';
import type { Chip } from '../messages.ts';
import { tell } from './host.ts';
import { Icon, PlaceLink } from './parts.tsx';

const icons = { file: 'file', selection: 'selection', issue: 'shield' } as const;

/** What the agent is shown beside the words. */
export function Chips({
  chips,
  onRemove,
}: {
  readonly chips: readonly Chip[];
  readonly onRemove?: (chip: Chip) => void;
}) {
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label={l10n.t('Context')}>
      {chips.map((chip) => (
        <li key={JSON.stringify(chip.value).slice(0, 300)} class="chip">
          <Icon name={icons[chip.value.kind]} />
          <PlaceLink title={chip.detail} onClick={() => open(chip)}>
            {chip.label}
          </PlaceLink>
          {onRemove && (
            <button
              type="button"
              class="icon small"
              title={l10n.t('Remove')}
              aria-label={l10n.t('Remove {0}', chip.label)}
              onClick={() => onRemove(chip)}
            >
              <Icon name="close" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function open({ value }: Chip): void {
  if (value.kind === 'issue') tell({ type: 'openIssue', issueId: value.issueId });
  else if (value.kind === 'file') tell({ type: 'openFile', path: value.path });
  else tell({ type: 'openFile', path: value.path, line: value.startLine });
}
