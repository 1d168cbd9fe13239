import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { Issue } from '../../../api/contract/issue.ts';
import { getIssue, updateIssueStatuses } from '../../../api/contract/issues.ts';
import { IssueStatus } from '../../../api/contract/vocabulary.ts';
import { statusLabel } from '../../../words/issues.ts';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { Link } from '../navigation.tsx';
import { Dialog, fieldOf } from '../parts/dialog.tsx';
import { Choice, Field } from '../parts/fields.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { SeverityBadge } from '../parts/severity.tsx';
import { Shown } from '../parts/states.tsx';
import { When } from '../parts/time.tsx';
import { Flow } from './issue/flow.tsx';
import { History } from './issue/history.tsx';
import { TrackerBlock } from './issue/tracker.tsx';

/** An issue, for whoever was sent its address: what it is, how it comes about, how to fix it, what was decided. */
export function IssuePage({ id }: { readonly id: string }) {
  const answer = useAnswer<Issue>(id, async (signal) => (await call(getIssue, { id }, signal)).issue);
  const [isDeciding, setDeciding] = useState(false);
  return (
    <Shown answer={answer}>
      {(issue) => (
        <>
          <p class="quiet">
            <Link to={{ kind: 'repository', id: issue.repositoryId }}>{issue.repositoryName}</Link>
            {' › '}
            <Link to={{ kind: 'issues' }} query={{ repository: issue.repositoryId }}>
              {l10n.t('Issues')}
            </Link>
          </p>
          <div class="heading">
            <h1 lang="en">{issue.title}</h1>
            <a class="button main" href={editorAddress(issue.id)}>
              {l10n.t('Open in VS Code')}
            </a>
            <button type="button" onClick={() => setDeciding(true)}>
              {l10n.t('Change Status')}
            </button>
          </div>
          <Facts issue={issue} />
          <Markdown text={issue.description} />
          <Flow issue={issue} />
          <Fix issue={issue} />
          {issue.vulnImpact !== undefined && (
            <section aria-labelledby="impact">
              <h2 id="impact">{l10n.t('Impact')}</h2>
              <Markdown text={issue.vulnImpact} />
            </section>
          )}
          <TrackerBlock issue={issue} onChanged={(changed) => answer.put(() => changed)} />
          <History issue={issue} />
          {isDeciding && (
            <Deciding
              issue={issue}
              onClose={() => setDeciding(false)}
              onDecided={() => {
                setDeciding(false);
                answer.again();
              }}
            />
          )}
        </>
      )}
    </Shown>
  );
}

/** The editor asks before it connects to the service that the link names. */
const editorAddress = (id: string): string =>
  `vscode://parapet.parapet/issue/${id}?service=${encodeURIComponent(location.origin)}`;

function Facts({ issue }: { readonly issue: Issue }) {
  return (
    <dl class="facts">
      <div>
        <dt>{l10n.t('Severity')}</dt>
        <dd>
          <SeverityBadge severity={issue.severity} /> {issue.score}/100
        </dd>
      </div>
      <div>
        <dt>{l10n.t('Status')}</dt>
        <dd>{statusLabel(issue.status)}</dd>
      </div>
      <div>
        <dt>{l10n.t('Place')}</dt>
        <dd>
          <code>{`${issue.file}:${issue.startLine}`}</code>
        </dd>
      </div>
      <div>
        <dt>{l10n.t('Branch')}</dt>
        <dd>
          <code>{issue.scanTargetBranch ?? ''}</code>
        </dd>
      </div>
      {issue.cwes.length > 0 && (
        <div>
          <dt>CWE</dt>
          <dd>{issue.cwes.join(', ')}</dd>
        </div>
      )}
      {issue.cvssScoreDetailed && (
        <div>
          <dt>CVSS 4.0</dt>
          <dd>
            <code>{issue.cvssScoreDetailed.cvssVector}</code>
          </dd>
        </div>
      )}
      <div>
        <dt>{l10n.t('First seen')}</dt>
        <dd>
          <When at={issue.firstSeenAt} />
        </dd>
      </div>
      <div>
        <dt>{l10n.t('Last seen')}</dt>
        <dd>
          <When at={issue.lastSeenAt} />
        </dd>
      </div>
    </dl>
  );
}

function Fix({ issue: { howToFix, remediation, references = [] } }: { readonly issue: Issue }) {
  if (!howToFix && remediation === undefined && references.length === 0) return null;
  return (
    <section aria-labelledby="fix">
      <h2 id="fix">{l10n.t('Fix')}</h2>
      {howToFix && <Markdown text={howToFix.text} />}
      {howToFix?.command !== undefined && (
        <pre>
          <code>{howToFix.command}</code>
        </pre>
      )}
      {remediation !== undefined && <Markdown text={remediation} />}
      {references.length > 0 && (
        <ul>
          {references.map(({ title, url }) => (
            <li key={url}>
              <a href={url} rel="noreferrer noopener" target="_blank">
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface DecidingProps {
  readonly issue: Issue;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

function Deciding({ issue, onDecided, onClose }: DecidingProps) {
  return (
    <Dialog
      title={l10n.t('Change Status')}
      action={l10n.t('Save')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const reason = fieldOf(fields, 'reason');
        await call(updateIssueStatuses, {
          organizationId: issue.organizationId,
          issueIds: [issue.id],
          status: IssueStatus.parse(fieldOf(fields, 'status')),
          ...(reason === '' ? {} : { reason }),
        });
        onDecided();
      }}
    >
      <Choice
        label={l10n.t('Status')}
        name="status"
        value={issue.status}
        options={IssueStatus.options.map((each) => [each, statusLabel(each)] as const)}
      />
      <Field label={l10n.t('Reason (optional)')} hint={l10n.t('Everybody in the organization can read it.')}>
        {(ties) => <textarea {...ties} name="reason" rows={3} maxLength={5000} />}
      </Field>
    </Dialog>
  );
}
