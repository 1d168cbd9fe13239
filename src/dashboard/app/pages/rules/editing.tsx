import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { FieldProblem } from '../../../../api/contract/errors.ts';
import {
  createRule,
  maximumRuleLength,
  type Rule,
  type RuleExample,
  updateRule,
} from '../../../../api/contract/rules/rules.ts';
import { asApiError } from '../../answer.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextLines } from '../../parts/text-lines.tsx';
import { useSession } from '../../session.tsx';
import { RuleScope, type Scope, scopeOf } from './rule-scope.tsx';

interface EditingProps {
  /** Undefined for a new one. */
  readonly rule: Rule | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const maximumExamples = 20;
const maximumExample = 10_000;

/** A rule's text, its examples and its repositories. What the service refuses is shown at its line. */
export function EditRule({ rule, onSaved, onClose }: EditingProps) {
  const { organization, isAdmin } = useSession();
  const [content, setContent] = useState(rule?.content ?? '');
  const [examples, setExamples] = useState<readonly RuleExample[]>(rule?.examples ?? []);
  const [scope, setScope] = useState<Scope>(scopeOf(rule, isAdmin));
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const about = (path: string) => problems.filter((problem) => problem.path === path);
  const save = async (): Promise<void> => {
    setProblems([]);
    if (scope.kind === 'some' && scope.repositoryIds.length === 0)
      throw new Error(l10n.t('Choose a repository, or all of them.'));
    const isMoved = JSON.stringify(scope) !== JSON.stringify(scopeOf(rule, isAdmin));
    const where =
      scope.kind === 'all' ? { allRepositories: true } : { repositoryIds: [...scope.repositoryIds] };
    const text = { organizationId: organization.id, content, examples: [...examples] };
    try {
      if (rule) await call(updateRule, { ...text, id: rule.id, ...(isMoved && where) });
      else await call(createRule, { ...text, ...where });
    } catch (error) {
      setProblems(asApiError(error).issues);
      throw error;
    }
    onSaved();
  };
  return (
    <Dialog
      title={rule ? l10n.t('Change Rule') : l10n.t('New Rule')}
      action={l10n.t('Save')}
      isWide
      onClose={onClose}
      onSubmit={save}
    >
      <TextLines
        label={l10n.t('Rule')}
        hint={l10n.t('One rule in Semgrep’s syntax, as YAML.')}
        rows={12}
        maxLength={maximumRuleLength}
        value={content}
        onInput={setContent}
        isRequired
        problems={about('content')}
      />
      <Examples examples={examples} onChange={setExamples} problemsOf={(at) => about(`examples[${at}]`)} />
      <RuleScope scope={scope} onChange={setScope} />
    </Dialog>
  );
}

interface ExamplesProps {
  readonly examples: readonly RuleExample[];
  readonly onChange: (examples: readonly RuleExample[]) => void;
  readonly problemsOf: (at: number) => readonly FieldProblem[];
}

function Examples({ examples, onChange, problemsOf }: ExamplesProps) {
  return (
    <fieldset>
      <legend>{l10n.t('Examples')}</legend>
      <p class="quiet">
        {l10n.t(
          'A rule is saved only if it does what its examples say. Write a comment “ruleid: my-rule” above each line that the rule finds.',
        )}
      </p>
      {examples.map((example, at) => (
        <div key={at}>
          <TextLines
            label={l10n.t('Example {0}', at + 1)}
            rows={5}
            maxLength={maximumExample}
            value={example.text}
            onInput={(text) => onChange(examples.with(at, { ...example, text }))}
            isRequired
            problems={problemsOf(at)}
          />
          <button type="button" onClick={() => onChange(examples.toSpliced(at, 1))}>
            {l10n.t('Remove Example {0}', at + 1)}
          </button>
        </div>
      ))}
      {examples.length < maximumExamples && (
        <button type="button" onClick={() => onChange([...examples, { text: '' }])}>
          {l10n.t('Add Example')}
        </button>
      )}
    </fieldset>
  );
}
