import * as l10n from '@vscode/l10n';
import type { HistoryEntry, Issue } from '../../../../api/contract/issue.ts';
import { severityLabel, statusLabel } from '../../../../words/issues.ts';
import { When } from '../../parts/time.tsx';

/** What people and scans decided, the latest first, and what people noted. */
export function History({ issue: { history = [], note, investigation } }: { readonly issue: Issue }) {
  return (
    <>
      {investigation?.summary !== undefined && (
        <section aria-labelledby="investigation">
          <h2 id="investigation">{l10n.t('Investigation')}</h2>
          <p lang="en">{investigation.summary}</p>
          <ul lang="en">
            {investigation.evidence.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {note !== undefined && (
        <section aria-labelledby="note">
          <h2 id="note">{l10n.t('Note')}</h2>
          <p class="written">{note}</p>
        </section>
      )}
      {history.length > 0 && (
        <section aria-labelledby="history">
          <h2 id="history">{l10n.t('History')}</h2>
          <ul class="history">
            {history.map((entry) => (
              <li key={`${entry.at} ${entry.to}`}>
                {changeOf(entry)} · {entry.by ?? l10n.t('a scan')} · <When at={entry.at} />
                {entry.reason !== undefined && <p class="written">{entry.reason}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function changeOf({ from, to, fromSeverity, toSeverity }: HistoryEntry): string {
  if (fromSeverity !== undefined && toSeverity !== undefined && from === to)
    return `${severityLabel(fromSeverity)} → ${severityLabel(toSeverity)}`;
  return `${statusLabel(from)} → ${statusLabel(to)}`;
}
