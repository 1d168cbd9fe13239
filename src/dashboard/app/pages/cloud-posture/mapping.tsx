import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  listPostureProjects,
  type PostureApplication,
  type PostureProject,
  type PostureTag,
  setPostureMapping,
} from '../../../../api/contract/integrations/cloud-posture.ts';
import { call } from '../../api.ts';
import { usePages } from '../../paged.ts';
import { Checks } from '../../parts/checks.tsx';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { Shown } from '../../parts/states.tsx';
import { useSession } from '../../session.tsx';

interface MappingProps {
  readonly application: PostureApplication;
  readonly onMapped: (application: PostureApplication) => void;
  readonly onClose: () => void;
}

/** Says which projects and tags of the provider belong to a repository. */
export function Mapping({ application, onMapped, onClose }: MappingProps) {
  const { organization } = useSession();
  const organizationId = organization.id;
  const { repositoryId, repositoryName } = application;
  const [projects, setProjects] = useState<readonly string[]>(application.projects);
  const answer = usePages<PostureProject>(organizationId, async (cursor, signal) => {
    const request = { organizationId, cursor, limit: 100 };
    const page = await call(listPostureProjects, request, signal);
    return { items: page.projects, nextCursor: page.nextCursor };
  });
  return (
    <Dialog
      title={l10n.t('Map {0}', repositoryName)}
      action={l10n.t('Save')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const tags = tagsIn(fieldOf(fields, 'tags'));
        const request = { organizationId, repositoryId, projects: [...projects], tags };
        onMapped((await call(setPostureMapping, request)).application);
      }}
    >
      <fieldset>
        <legend>{l10n.t('Projects')}</legend>
        <Shown answer={answer}>
          {({ items }) => (
            <>
              <Checks options={optionsOf(items, projects)} chosen={projects} onChange={setProjects} />
              {items.length === 0 && projects.length === 0 && (
                <p class="quiet">{l10n.t('The provider reports no project.')}</p>
              )}
              {answer.more && (
                <button type="button" class="more" onClick={answer.more}>
                  {l10n.t('Show More')}
                </button>
              )}
            </>
          )}
        </Shown>
      </fieldset>
      <Field
        label={l10n.t('Tags (optional)')}
        hint={l10n.t('One a line, as key=value. Every asset with one of them belongs to the repository.')}
      >
        {(ties) => (
          <textarea
            {...ties}
            name="tags"
            rows={3}
            placeholder="service=checkout"
            defaultValue={application.tags.map(({ key, value }) => `${key}=${value}`).join('\n')}
          />
        )}
      </Field>
    </Dialog>
  );
}

/** A mapped project that the provider does not report now stays to be seen, and to be taken away. */
function optionsOf(
  known: readonly PostureProject[],
  chosen: readonly string[],
): readonly (readonly [string, string])[] {
  const gone = chosen.filter((id) => !known.some((project) => project.id === id));
  return [
    ...known.map(({ id, name, assetCount }) => [id, l10n.t('{0} (assets: {1})', name, assetCount)] as const),
    ...gone.map((id) => [id, id] as const),
  ];
}

/** @throws Error naming a line that is no tag */
function tagsIn(text: string): PostureTag[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const end = line.indexOf('=');
      const [key, value] = [line.slice(0, end).trim(), line.slice(end + 1).trim()];
      if (end < 1 || value === '')
        throw new Error(l10n.t('Write tags as key=value. This is none: {0}', line));
      return { key, value };
    });
}
