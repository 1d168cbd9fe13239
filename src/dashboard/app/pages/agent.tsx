import * as l10n from '@vscode/l10n';
import {
  type AgentConfig,
  getConfig,
  maximumConcurrentRuns,
  maximumInstructionsLength,
  updateConfig,
} from '../../../api/contract/agent/config.ts';
import type { RequestOf } from '../../../api/contract/endpoint.ts';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { SettingRow } from '../parts/setting-row.tsx';
import { Shown } from '../parts/states.tsx';
import { useSession } from '../session.tsx';
import { ChatChannelSection } from './agent/chat-channel.tsx';
import { Jobs } from './agent/jobs.tsx';
import { Permissions } from './agent/permissions.tsx';
import { Results } from './agent/results.tsx';

type Change = Omit<RequestOf<typeof updateConfig>, 'organizationId'>;

/** How the agent works in the organization, who may use it, what it did and what came of that. */
export function AgentPage() {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  const answer = useAnswer(organizationId, (signal) => call(getConfig, { organizationId }, signal));
  const change = async (fields: Change): Promise<void> => {
    const { config } = await call(updateConfig, { organizationId, ...fields });
    answer.put((before) => ({ ...before, config }));
  };
  return (
    <>
      <h1>{l10n.t('Agent')}</h1>
      <p>{l10n.t('It answers questions and acts on issues, in the editor and by schedules and triggers.')}</p>
      <Shown answer={answer}>
        {({ config, permissions }) => (
          <>
            <Settings config={config} isAdmin={isAdmin} change={change} />
            {permissions.length > 0 && (
              <ChatChannelSection organizationId={organizationId} isAdmin={isAdmin} />
            )}
            {isAdmin && <Permissions organizationId={organizationId} />}
            {permissions.length > 0 && (
              <>
                <Jobs organizationId={organizationId} mayCancel={permissions.includes('AGENT_RUN')} />
                <Results organizationId={organizationId} />
              </>
            )}
          </>
        )}
      </Shown>
    </>
  );
}

interface SettingsProps {
  readonly config: AgentConfig;
  readonly isAdmin: boolean;
  readonly change: (fields: Change) => Promise<void>;
}

function Settings({ config, isAdmin, change }: SettingsProps) {
  const on = l10n.t('Let members use the agent');
  const runs = l10n.t('Jobs at the same time');
  const instructions = l10n.t('Instructions');
  return (
    <div class="settings">
      <SettingRow
        title={on}
        hint={l10n.t(
          'Switched off, its jobs are cancelled, new ones are refused, and nothing is sent to the chat channel.',
        )}
      >
        {(save) => (
          <input
            type="checkbox"
            aria-label={on}
            checked={config.enabled}
            disabled={!isAdmin}
            onChange={(event) => save(() => change({ enabled: event.currentTarget.checked }))}
          />
        )}
      </SettingRow>
      <SettingRow title={runs} hint={l10n.t('1 to {0}. Others wait.', maximumConcurrentRuns)}>
        {(save) => (
          <input
            type="number"
            min={1}
            max={maximumConcurrentRuns}
            aria-label={runs}
            value={config.maxConcurrentRuns}
            disabled={!isAdmin}
            onChange={(event) => save(() => change({ maxConcurrentRuns: event.currentTarget.valueAsNumber }))}
          />
        )}
      </SettingRow>
      <SettingRow title={instructions} hint={l10n.t('What every job is told besides what it is asked.')}>
        {(save) => (
          <textarea
            rows={4}
            maxLength={maximumInstructionsLength}
            aria-label={instructions}
            value={config.globalInstructions}
            disabled={!isAdmin}
            onChange={(event) => save(() => change({ globalInstructions: event.currentTarget.value }))}
          />
        )}
      </SettingRow>
    </div>
  );
}
