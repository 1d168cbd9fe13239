import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { AgentJob } from '../../../../api/contract/agent/job.ts';
import { cancelJob, getJob, listJobs } from '../../../../api/contract/agent/jobs.ts';
import type { AgentMessage, MessagePart } from '../../../../api/contract/agent/message.ts';
import { AgentJobStatus } from '../../../../api/contract/agent/vocabulary.ts';
import { useAnswer, useRepeated } from '../../answer.ts';
import { call } from '../../api.ts';
import { usePages } from '../../paged.ts';
import { ActionButton } from '../../parts/action.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { agentSourceWord, jobStatusWord } from '../../words.ts';

const isUnderWay = ({ status }: AgentJob): boolean => status === 'PENDING' || status === 'RUNNING';

const columns = (): readonly Column<AgentJob>[] => [
  { title: l10n.t('Started'), cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: l10n.t('By'), cell: ({ trigger }) => agentSourceWord(trigger) },
  {
    title: l10n.t('Status'),
    cell: ({ status, stage, errorMessage }) => (
      <>
        {jobStatusWord(status)} {stage !== undefined && <span class="quiet">{stage}</span>}
        {errorMessage !== undefined && <p class="bad">{errorMessage}</p>}
      </>
    ),
  },
  {
    title: l10n.t('Language model'),
    cell: ({ trace }) => trace.model ?? <span class="quiet">{l10n.t('none')}</span>,
    isMinor: true,
  },
];

interface JobsProps {
  readonly organizationId: string;
  readonly mayCancel: boolean;
}

/** What the agent did and does, as far as the person sees the repositories concerned. */
export function Jobs({ organizationId, mayCancel }: JobsProps) {
  const [status, setStatus] = useState<AgentJobStatus>();
  const [shown, setShown] = useState<AgentJob>();
  const answer = usePages<AgentJob>(`${organizationId} ${status}`, async (cursor, signal) => {
    const request = { organizationId, cursor, ...(status === undefined ? {} : { status }) };
    const { jobs, nextCursor } = await call(listJobs, request, signal);
    return { items: jobs, nextCursor };
  });
  const isBusy = answer.asked.kind === 'there' && answer.asked.value.items.some(isUnderWay);
  useRepeated(isBusy, answer.again);
  return (
    <section aria-labelledby="agent-jobs">
      <h2 id="agent-jobs">{l10n.t('Jobs')}</h2>
      <div class="filters">
        <Choice
          label={l10n.t('Status')}
          name="status"
          value={status ?? ''}
          options={[
            ['', l10n.t('All')],
            ...AgentJobStatus.options.map((each) => [each, jobStatusWord(each)] as const),
          ]}
          onChange={(value) => setStatus(AgentJobStatus.options.find((each) => each === value))}
        />
      </div>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title={status === undefined ? l10n.t('The agent has done nothing yet') : l10n.t('No such job')}
            >
              <p>{l10n.t('Ask it in the editor: Parapet: Ask the Agent.')}</p>
            </Empty>
          ) : (
            <Table
              label={l10n.t('Jobs')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
              actions={(job) => (
                <>
                  <button type="button" onClick={() => setShown(job)}>
                    {l10n.t('Messages')}
                  </button>
                  {mayCancel && isUnderWay(job) && (
                    <ActionButton
                      act={async () => {
                        await call(cancelJob, { organizationId, jobId: job.id });
                        answer.again();
                      }}
                    >
                      {l10n.t('Cancel')}
                    </ActionButton>
                  )}
                </>
              )}
            />
          )
        }
      </Shown>
      {shown && <Messages job={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

function Messages({ job, onClose }: { readonly job: AgentJob; readonly onClose: () => void }) {
  const { id: jobId, organizationId } = job;
  const answer = useAnswer(jobId, (signal) => call(getJob, { organizationId, jobId }, signal));
  return (
    <Dialog title={l10n.t('Messages')} onClose={onClose}>
      <Shown answer={answer}>
        {({ messages }) => (
          <>
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </>
        )}
      </Shown>
    </Dialog>
  );
}

function Message({ message: { role, parts } }: { readonly message: AgentMessage }) {
  return (
    <section class="written">
      <h3>{role === 'user' ? l10n.t('Asked') : l10n.t('Answered')}</h3>
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </section>
  );
}

function Part({ part }: { readonly part: MessagePart }) {
  switch (part.type) {
    case 'text':
      return <Markdown text={part.text} />;
    case 'tool':
      return <p class="quiet">{part.call.title}</p>;
    case 'patch':
      return <p class="quiet">{l10n.t('Patch: {0}', part.title)}</p>;
  }
}
