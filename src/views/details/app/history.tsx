import * as l10n from '@vscode/l10n';
import type { DetailsView } from '../messages.ts';
import { Section } from './parts.tsx';

/** What happened to the issue, newest first. */
export function History({ history }: { readonly history: DetailsView['history'] }) {
  if (history.length === 0) return null;
  return (
    <Section title={l10n.t('History')}>
      <ol class="plain history">
        {history.map(({ at, by, what, reason }) => (
          <li key={`${at} ${what}`}>
            <time dateTime={at}>{new Date(at).toLocaleString()}</time> <strong>{what}</strong>{' '}
            <span class="quiet">{by}</span>
            {reason !== '' && <blockquote class="as-written">{reason}</blockquote>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
