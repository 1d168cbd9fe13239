import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { FlowStep, Issue } from '../../../../api/contract/issue.ts';
import { withCode } from '../../parts/code.tsx';

/** From source to sink; where several flows lead there, one at a time. */
export function Flow({ issue: { codeFlows, snippet } }: { readonly issue: Issue }) {
  const [chosen, setChosen] = useState(0);
  const flow = codeFlows[chosen];
  if (!flow)
    return snippet === '' ? null : (
      <pre>
        <code>{snippet}</code>
      </pre>
    );
  return (
    <section aria-labelledby="flow">
      <div class="heading">
        <h2 id="flow">{l10n.t('Flow')}</h2>
        {codeFlows.length > 1 && (
          <select
            aria-label={l10n.t('Flow')}
            value={String(chosen)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          >
            {codeFlows.map((_flow, index) => (
              <option key={`flow ${index}`} value={String(index)}>
                {l10n.t('{0} of {1}', index + 1, codeFlows.length)}
              </option>
            ))}
          </select>
        )}
      </div>
      <ol class="flow">
        {flow.steps.map((step, index) => (
          <li key={`step ${index}`} class={step.role}>
            <p>
              <span class="role">{roleWord(step.role)}</span> <span lang="en">{withCode(step.message)}</span>{' '}
              <code class="quiet">{`${step.file}:${step.range.startLine}`}</code>
            </p>
            <pre>
              <code>{step.snippet}</code>
            </pre>
          </li>
        ))}
      </ol>
    </section>
  );
}

function roleWord(role: FlowStep['role']): string {
  switch (role) {
    case 'source':
      return l10n.t('source');
    case 'propagator':
      return l10n.t('passes through');
    case 'sanitizer':
      return l10n.t('sanitizer');
    case 'sink':
      return l10n.t('sink');
  }
}
