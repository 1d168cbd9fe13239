import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { tell } from './host.ts';
import { Button, Icon } from './parts.tsx';

/** Before the first message goes to a model on another machine: what leaves, and where it goes. */
export function ModelQuestion({ model, host }: { readonly model: string; readonly host: string }) {
  const [isLater, setLater] = useState(false);
  if (isLater) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a card.
    <div class="model-question" role="group" aria-labelledby="model-question">
      <p id="model-question">
        <Icon name="cloud-upload" /> <strong>{l10n.t('Let {0} answer?', model)}</strong>
      </p>
      <p>
        {l10n.t(
          'Your messages, the issues and the parts of the code that the agent looks at are then sent to {0}. Ignored files and secrets are not. Until you agree, the built-in analyst answers.',
          host,
        )}
      </p>
      <p class="actions">
        <Button onClick={() => tell({ type: 'agree' })}>{l10n.t('Send to {0}', host)}</Button>
        <Button isSecondary onClick={() => setLater(true)}>
          {l10n.t('Not Now')}
        </Button>
      </p>
    </div>
  );
}
