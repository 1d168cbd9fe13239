import * as l10n from '@vscode/l10n';
import {
  getPostureSettings,
  listPostureApplications,
} from '../../../../api/contract/integrations/cloud-posture.ts';
import type { Repository } from '../../../../api/contract/repositories/repositories.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { Link } from '../../navigation.tsx';
import { Shown } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { ExposedBadge, ruleWord } from '../cloud-posture/applications.tsx';

/** Whether the internet reaches what runs of the repository; nothing where no provider says so. */
export function Exposure({ repository }: { readonly repository: Repository }) {
  const { id: repositoryId, organizationId } = repository;
  const answer = useAnswer(repositoryId, async (signal) => {
    const { integration } = await call(getPostureSettings, { organizationId }, signal);
    if (integration?.sync.syncedAt === undefined) return undefined;
    const request = { organizationId, repositoryId };
    const { applications } = await call(listPostureApplications, request, signal);
    return { application: applications[0], asOf: integration.sync.syncedAt };
  });
  return (
    <Shown answer={answer}>
      {(known) =>
        known?.application &&
        known.application.assetCount > 0 && (
          <p>
            {known.application.exposedAssetCount > 0 ? <ExposedBadge /> : l10n.t('not exposed')}{' '}
            <Link to={{ kind: 'cloudPosture' }}>
              {l10n.t(
                'Exposed assets: {0} of {1}',
                known.application.exposedAssetCount,
                known.application.assetCount,
              )}
            </Link>{' '}
            <span class="quiet">
              {known.application.rules.map(ruleWord).join(', ')} · <When at={known.asOf} />
            </span>
          </p>
        )
      }
    </Shown>
  );
}
