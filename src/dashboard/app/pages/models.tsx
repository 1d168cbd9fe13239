import * as l10n from '@vscode/l10n';
import {
  createCustomSink,
  createCustomSource,
  deleteCustomSink,
  deleteCustomSource,
  listCustomSinks,
  listCustomSources,
  toggleCustomSink,
  toggleCustomSource,
  updateCustomSink,
  updateCustomSource,
} from '../../../api/contract/rules/custom-models.ts';
import { call } from '../api.ts';
import { useSession } from '../session.tsx';
import { ModelSection } from './models/model-section.tsx';

const exampleSource = `library: python/acme
packages: [acme]
sources:
  - { threatModel: remote, what: a parameter of the request, apis: [acme.http.param] }
`;
const exampleSink = `library: python/acme
packages: [acme]
sinks:
  - { kind: sql-injection, input: 'Argument[0]', what: an SQL statement, apis: [acme.db.run] }
`;

/** Sources and sinks of the organization's own libraries; scans add what they find. */
export function SourcesAndSinks() {
  return (
    <>
      <h1>{l10n.t('Sources and Sinks')}</h1>
      <p>
        {l10n.t(
          'They add to what scans find, and never hide a finding. A change takes effect with the next scan.',
        )}
      </p>
      <Sources />
      <Sinks />
    </>
  );
}

function Sources() {
  const { id: organizationId } = useSession().organization;
  return (
    <ModelSection
      id="sources"
      texts={{
        title: l10n.t('Custom sources'),
        says: l10n.t('APIs of your libraries that give data from outside.'),
        empty: l10n.t('No custom source yet'),
        create: l10n.t('New Source'),
        change: l10n.t('Change Source'),
        field: l10n.t('Source'),
        remove: l10n.t('Delete this source?'),
      }}
      example={exampleSource}
      list={async (cursor, signal) => {
        const answer = await call(listCustomSources, { organizationId, cursor }, signal);
        return { items: answer.customSources, nextCursor: answer.nextCursor };
      }}
      create={(written) => call(createCustomSource, { organizationId, ...written })}
      update={(customSourceId, written) =>
        call(updateCustomSource, { organizationId, customSourceId, ...written })
      }
      toggle={(customSourceId, enabled) =>
        call(toggleCustomSource, { organizationId, customSourceId, enabled })
      }
      remove={(customSourceId) => call(deleteCustomSource, { organizationId, customSourceId })}
    />
  );
}

function Sinks() {
  const { id: organizationId } = useSession().organization;
  return (
    <ModelSection
      id="sinks"
      texts={{
        title: l10n.t('Custom sinks'),
        says: l10n.t('APIs of your libraries that must not get data from outside.'),
        empty: l10n.t('No custom sink yet'),
        create: l10n.t('New Sink'),
        change: l10n.t('Change Sink'),
        field: l10n.t('Sink'),
        remove: l10n.t('Delete this sink?'),
      }}
      example={exampleSink}
      list={async (cursor, signal) => {
        const answer = await call(listCustomSinks, { organizationId, cursor }, signal);
        return { items: answer.customSinks, nextCursor: answer.nextCursor };
      }}
      create={(written) => call(createCustomSink, { organizationId, ...written })}
      update={(customSinkId, written) => call(updateCustomSink, { organizationId, customSinkId, ...written })}
      toggle={(customSinkId, enabled) => call(toggleCustomSink, { organizationId, customSinkId, enabled })}
      remove={(customSinkId) => call(deleteCustomSink, { organizationId, customSinkId })}
    />
  );
}
