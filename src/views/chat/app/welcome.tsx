import * as l10n from '@vscode/l10n';
import type { ServiceView } from '../messages.ts';
import { starterQuestions } from '../starter-questions.ts';
import { tell } from './host.ts';
import { Button, Icon } from './parts.tsx';

interface Props {
  readonly service: ServiceView | null;
  readonly repositoryId: string | null;
  readonly onRepository: (id: string | null) => void;
  readonly onAsk: (question: string) => void;
}

/** A conversation that has not begun: what can be asked, or what stands in the way and what to do about it. */
export function Welcome({ service, repositoryId, onRepository, onAsk }: Props) {
  if (service === null || service.state === 'connecting')
    return (
      <main class="welcome">
        <p class="quiet" role="status">
          <Icon name="loading codicon-modifier-spin" />{' '}
          {service === null ? l10n.t('Loading…') : l10n.t('Looking for the service…')}
        </p>
      </main>
    );
  if (service.state !== 'idle' && service.state !== 'ready') return <Hindrance service={service} />;
  return (
    <main class="welcome">
      <h2>
        <Icon name="shield" /> {l10n.t('Ask about your security issues')}
      </h2>
      <p>
        {l10n.t(
          'The agent answers from the issues and the code of your repository. It asks before it changes anything.',
        )}
      </p>
      {service.state === 'ready' && service.repositories.length > 1 && (
        <p>
          <label for="repository">{l10n.t('About')}</label>{' '}
          <select
            id="repository"
            value={repositoryId ?? ''}
            onChange={(event) => onRepository(event.currentTarget.value || null)}
          >
            {service.repositories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value="">{l10n.t('All repositories')}</option>
          </select>
        </p>
      )}
      <ul class="suggestions" aria-label={l10n.t('Suggestions')}>
        {starterQuestions().map((question) => (
          <li key={question}>
            <button type="button" class="suggestion" onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
      {service.state === 'ready' && service.analyst.kind === 'deterministic' && (
        <p class="quiet">
          {l10n.t(
            'The built-in analyst answers: it works by rules, and nothing leaves for a language model.',
          )}{' '}
          {service.canConnectModel && (
            <button type="button" class="link" onClick={() => tell({ type: 'connectModel' })}>
              {l10n.t('Connect a language model…')}
            </button>
          )}
        </p>
      )}
    </main>
  );
}

function Hindrance({ service }: { readonly service: ServiceView }) {
  return (
    <main class="welcome">
      <h2>
        <Icon name={service.state === 'failed' ? 'error' : 'info'} /> {hindranceTitle(service.state)}
      </h2>
      <p>{service.message}</p>
      <p class="actions">
        {service.actions.map(({ title, id }, index) => (
          <Button key={id} isSecondary={index > 0} onClick={() => tell({ type: 'act', id })}>
            {title}
          </Button>
        ))}
      </p>
    </main>
  );
}

function hindranceTitle(state: ServiceView['state']): string {
  switch (state) {
    case 'noFolder':
      return l10n.t('No folder is open');
    case 'noRepository':
      return l10n.t('The service does not know this repository');
    case 'disabled':
      return l10n.t('The agent cannot be used here');
    default:
      return l10n.t('The service cannot be reached');
  }
}
