import * as l10n from '@vscode/l10n';
import type { TrackerDraft, TrackerType } from '../api/contract/integrations/trackers.ts';

/** The words for issue trackers, the same in the editor and in the dashboard. */

export function trackerTypeLabel(type: TrackerType): string {
  switch (type) {
    case 'jira':
      return 'Jira Cloud';
    case 'jiraDataCenter':
      return 'Jira Data Center';
    case 'github':
      return 'GitHub';
    case 'gitlab':
      return 'GitLab';
    case 'linear':
      return 'Linear';
  }
}

/** Who will read what is created. */
export function visibilityText({
  visibility,
  project,
}: Pick<TrackerDraft, 'visibility' | 'project'>): string {
  switch (visibility) {
    case 'public':
      return l10n.t(
        '{0} is public: everybody can read this issue, with the weakness and its place.',
        project,
      );
    case 'unknown':
      return l10n.t('The tracker did not say who can read {0}. Make sure that it is not public.', project);
    case 'restricted':
      return l10n.t('Only people whom the tracker lets in can read it.');
  }
}
