import * as l10n from '@vscode/l10n';
import type { DetailsView } from '../messages.ts';
import { Section, Told } from './parts.tsx';

/** CVSS, each metric with its reason, folded away until asked for. */
export function Scores({ scores }: { readonly scores: DetailsView['scores'] }) {
  if (scores.length === 0) return null;
  return (
    <Section title={l10n.t('Severity, metric by metric')}>
      {scores.map(({ name, grade, vector, metrics }) => (
        <details key={name}>
          <summary>
            {name}: {grade} <code class="vector">{vector}</code>
          </summary>
          <table>
            <tbody>
              {metrics.map(({ metric, value, reasoning }) => (
                <tr key={metric}>
                  <th scope="row">{metric}</th>
                  <td>{value}</td>
                  <td>
                    <Told text={reasoning} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </Section>
  );
}
