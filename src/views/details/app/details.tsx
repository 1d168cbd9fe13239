import * as l10n from '@vscode/l10n';
import type { DetailsView, Position } from '../messages.ts';
import type { PatchView } from '../patch-messages.ts';
import type { TrackerForm } from '../tracker-messages.ts';
import { Fix, Package, Reach, Way } from './dependency.tsx';
import { Flows } from './flows.tsx';
import { Header } from './header.tsx';
import { History } from './history.tsx';
import { tell } from './host.ts';
import { Investigation } from './investigation.tsx';
import { Markdown } from './markdown.tsx';
import { Note } from './note.tsx';
import { Link, Section, Told } from './parts.tsx';
import { Patch } from './patch.tsx';
import { Scores } from './scores.tsx';
import { Tracker } from './tracker.tsx';

interface Props {
  readonly issue: DetailsView;
  readonly position: Position | null;
  readonly note: string;
  readonly patch: PatchView | null;
  readonly tracker: TrackerForm | null;
}

/** An issue on one page, in the order in which it is understood: what, why, how data gets there, what to do. */
export function Details({ issue, position, note, patch, tracker }: Props) {
  return (
    <main>
      <Header issue={issue} />
      {issue.dependency ? (
        <>
          <Package dependency={issue.dependency} description={issue.description} />
          <Way dependency={issue.dependency} />
          <Reach dependency={issue.dependency} />
        </>
      ) : (
        <Section title={l10n.t('Why')}>
          <Markdown text={issue.description} />
        </Section>
      )}
      <Flows flows={issue.flows} position={position} note={note} alsoReaches={issue.alsoReaches} />
      {issue.dependency && <Fix dependency={issue.dependency} />}
      <Patch patch={patch} />
      <Investigation issue={issue} />
      <Preconditions issue={issue} />
      <AttackSteps issue={issue} />
      {issue.impact !== undefined && (
        <Section title={l10n.t('Impact')}>
          <Markdown text={issue.impact} />
        </Section>
      )}
      {issue.remediation !== undefined && (
        <Section title={l10n.t('What to do')}>
          <Markdown text={issue.remediation} />
        </Section>
      )}
      <Scores scores={issue.scores} />
      <Note issue={issue} />
      <Tracker issue={issue} form={tracker} />
      <Reading issue={issue} />
      <History history={issue.history} />
      <Facts issue={issue} />
    </main>
  );
}

/** Each with whether it holds, told by shape and word. */
function Preconditions({ issue }: { readonly issue: DetailsView }) {
  if (issue.preconditions.length === 0) return null;
  return (
    <Section title={l10n.t('Preconditions')}>
      <ul class="plain evidence">
        {issue.preconditions.map(({ text, state, label }) => (
          <li key={text}>
            <span class={`codicon codicon-${preconditionIcons[state]}`} aria-hidden="true" />
            <span>
              <Told text={text} /> <span class="quiet">({label})</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const preconditionIcons = { met: 'pass', notMet: 'circle-slash', notKnown: 'question' } as const;

/** What an attacker would do, each with the step of the flow where it happens. */
function AttackSteps({ issue }: { readonly issue: DetailsView }) {
  if (issue.attackSteps.length === 0) return null;
  const steps = issue.flows[0]?.steps.length ?? 0;
  return (
    <Section title={l10n.t('How it would be attacked')}>
      <ol>
        {issue.attackSteps.map(({ text, step }) => (
          <li key={text}>
            <Told text={text} />{' '}
            {step !== undefined && step < steps && (
              <button
                type="button"
                class="link"
                onClick={() => tell({ type: 'openStep', position: { flow: 0, step } })}
              >
                {l10n.t('step {0}', step + 1)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Reading({ issue }: { readonly issue: DetailsView }) {
  if (issue.weaknesses.length + issue.references.length === 0) return null;
  return (
    <Section title={l10n.t('To read')}>
      <ul class="plain">
        {issue.weaknesses.map(({ label, url }) => (
          <li key={label}>{url === undefined ? label : <Link url={url}>{label}</Link>}</li>
        ))}
        {issue.references.map(({ title, url }) => (
          <li key={url}>
            <Link url={url}>{title}</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Facts({ issue }: { readonly issue: DetailsView }) {
  return (
    <Section title={l10n.t('About this finding')}>
      <dl>
        <dt>{l10n.t('Kind')}</dt>
        <dd>{issue.className}</dd>
        <dt>{l10n.t('Rule')}</dt>
        <dd>
          <code>{issue.ruleId}</code>
        </dd>
        <dt>{l10n.t('First seen')}</dt>
        <dd>{new Date(issue.firstSeen).toLocaleString()}</dd>
        <dt>{l10n.t('Last seen')}</dt>
        <dd>{new Date(issue.lastSeen).toLocaleString()}</dd>
      </dl>
    </Section>
  );
}
