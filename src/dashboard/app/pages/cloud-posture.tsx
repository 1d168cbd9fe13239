import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  type CloudPosture,
  deletePosture,
  getPostureSettings,
  synchronizePosture,
} from '../../../api/contract/integrations/cloud-posture.ts';
import { useAnswer, useRepeated } from '../answer.ts';
import { call } from '../api.ts';
import { ActionButton } from '../parts/action.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { useSession } from '../session.tsx';
import { Applications } from './cloud-posture/applications.tsx';
import { Assets } from './cloud-posture/assets.tsx';
import { Connecting, WhatIsRead } from './cloud-posture/connecting.tsx';
import { Exposures } from './cloud-posture/exposures.tsx';
import { SyncState } from './cloud-posture/sync-state.tsx';

type Open = 'connecting' | 'disconnecting';

/** What a cloud posture provider reports, and which repositories it is about. */
export function CloudPosturePage() {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  const [open, setOpen] = useState<Open>();
  const answer = useAnswer(organizationId, (signal) => call(getPostureSettings, { organizationId }, signal));
  const { asked } = answer;
  const isRunning = asked.kind === 'there' && asked.value.integration?.sync.status === 'RUNNING';
  useRepeated(isRunning, answer.again);
  const close = (): void => setOpen(undefined);
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('Cloud Posture')}</h1>
        {isAdmin && asked.kind === 'there' && asked.value.integration === null && (
          <button type="button" class="main" onClick={() => setOpen('connecting')}>
            {l10n.t('Connect')}
          </button>
        )}
      </div>
      <Shown answer={answer}>
        {({ integration }) =>
          integration === null ? (
            <Empty title={l10n.t('No cloud posture provider is connected')}>
              <WhatIsRead />
              {!isAdmin && <p>{l10n.t('An administrator of the organization can connect one.')}</p>}
            </Empty>
          ) : (
            <Connected
              integration={integration}
              put={(changed) => answer.put(() => ({ integration: changed }))}
              setOpen={setOpen}
            />
          )
        }
      </Shown>
      {open === 'connecting' && (
        <Connecting
          before={asked.kind === 'there' ? asked.value.integration : null}
          onClose={close}
          onConnected={(integration) => {
            answer.put(() => ({ integration }));
            close();
          }}
        />
      )}
      {open === 'disconnecting' && (
        <Dialog
          title={l10n.t('Disconnect the cloud posture provider?')}
          action={l10n.t('Disconnect')}
          isDangerous
          onClose={close}
          onSubmit={async () => {
            await call(deletePosture, { organizationId });
            answer.put(() => ({ integration: null }));
            close();
          }}
        >
          <p>
            {l10n.t(
              'What was read is deleted, and so are the mappings of repositories. Vulnerable packages can no longer be filtered by exposure. Nothing changes at the provider.',
            )}
          </p>
        </Dialog>
      )}
    </>
  );
}

interface ConnectedProps {
  readonly integration: CloudPosture;
  readonly put: (integration: CloudPosture) => void;
  readonly setOpen: (open: Open) => void;
}

function Connected({ integration, put, setOpen }: ConnectedProps) {
  const { organization, isAdmin } = useSession();
  const { sync } = integration;
  // Everything below is asked again once something else was read.
  const version = `${organization.id} ${sync.syncedAt}`;
  return (
    <>
      <SyncState integration={integration} />
      {isAdmin && (
        <p class="buttons">
          <ActionButton
            act={async () =>
              put((await call(synchronizePosture, { organizationId: organization.id })).integration)
            }
          >
            {l10n.t('Synchronize Now')}
          </ActionButton>{' '}
          <button type="button" onClick={() => setOpen('connecting')}>
            {l10n.t('Change Connection')}
          </button>{' '}
          <button type="button" onClick={() => setOpen('disconnecting')}>
            {l10n.t('Disconnect')}
          </button>
        </p>
      )}
      {sync.syncedAt !== undefined && (
        <>
          <Applications key={`applications ${version}`} />
          <Assets key={`assets ${version}`} />
          <Exposures key={`exposures ${version}`} />
        </>
      )}
    </>
  );
}
