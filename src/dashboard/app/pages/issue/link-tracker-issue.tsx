import * as l10n from '@vscode/l10n';
import { ApiError } from '../../../../api/api-error.ts';
import type { Tracker } from '../../../../api/contract/integrations/trackers.ts';
import type { Issue } from '../../../../api/contract/issue.ts';
import { linkTrackerIssue } from '../../../../api/contract/triage.ts';
import { isWebAddress, trackerKey } from '../../../../api/trackers/keys.ts';
import { call } from '../../api.ts';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/fields.tsx';

interface Props {
  readonly issue: Issue;
  readonly trackers: readonly Tracker[];
  readonly onLinked: (issue: Issue) => void;
  readonly onClose: () => void;
}

/** Links an issue that is in a tracker already: by its address, or by its key where the tracker is connected. */
export function LinkTrackerIssue({ issue, trackers, onLinked, onClose }: Props) {
  const { organizationId, id: issueId } = issue;
  return (
    <Dialog
      title={l10n.t('Link Existing Tracker Issue')}
      action={l10n.t('Link')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const named = referenceOf(fieldOf(fields, 'reference'), fieldOf(fields, 'tracker'), trackers);
        onLinked((await call(linkTrackerIssue, { organizationId, issueId, ...named })).issue);
      }}
    >
      {trackers.length > 1 && (
        <Choice
          label={l10n.t('Tracker')}
          name="tracker"
          value={trackers[0]?.id ?? ''}
          options={trackers.map(({ id, name }) => [id, name] as const)}
          hint={l10n.t('For a key. An address says by itself where it is.')}
        />
      )}
      <Field
        label={trackers.length === 0 ? l10n.t('Address') : l10n.t('Key or address')}
        hint={l10n.t('Such as {0}', 'https://tracker.example/browse/SEC-12')}
      >
        {(ties) => <input {...ties} name="reference" required maxLength={2000} autoComplete="off" />}
      </Field>
    </Dialog>
  );
}

/** @throws ApiError that says what to write instead */
function referenceOf(text: string, trackerId: string, trackers: readonly Tracker[]) {
  if (isWebAddress(text)) return { url: text };
  const tracker = trackers.find(({ id }) => id === trackerId) ?? trackers[0];
  const id = tracker && trackerKey(tracker, text);
  if (tracker && id !== undefined) return { trackerId: tracker.id, id };
  throw new ApiError(
    'invalid',
    tracker
      ? l10n.t('Write the whole address, or the key of an issue of {0}.', tracker.project)
      : l10n.t('Write the whole address, beginning with https://'),
  );
}
