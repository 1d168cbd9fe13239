import assert from 'node:assert/strict';
import type { Tracker, TrackerDraft } from '../../../../src/api/contract/integrations/trackers.ts';
import { Failure } from '../../../../src/connection/failure.ts';
import type { TrackerForm } from '../../../../src/views/details/tracker-messages.ts';
import { TrackerSection } from '../../../../src/views/details/tracker-section.ts';
import type { CreatedIssue } from '../../../../src/views/trackers/trackers.ts';

const tracker: Tracker = {
  ...{ id: 't1', organizationId: 'o1', type: 'jira', name: 'Jira (SEC)', baseUrl: 'https://jira.example' },
  ...{ account: 'bot', project: 'SEC', issueType: 'Task', labels: [], priorities: {} },
  ...{ resolveWhenClosed: false, webhookUrl: '/webhooks/trackers/t1', takesWebhooks: false },
  ...{ createdAt: '2026-11-24T00:00:00.000Z', updatedAt: '2026-11-24T00:00:00.000Z' },
};
const draft: TrackerDraft = {
  ...{ trackerId: 't1', trackerName: 'Jira (SEC)', project: 'SEC', title: 'Usual', text: 'Why' },
  ...{ description: 'Why', labels: [], visibility: 'public' },
};
const created: CreatedIssue = {
  tracker: { id: 'SEC-1', url: 'https://jira.example/browse/SEC-1', title: 'Usual' },
  isNew: true,
};
const followed = (id: string) => ({ issue: { id, organizationId: 'o1' }, folder: 'file:///f' });

describe('the form that creates an issue in a tracker', () => {
  let forms: (TrackerForm | null)[];
  let told: CreatedIssue[];
  let connected: readonly Tracker[];
  let create: () => Promise<CreatedIssue>;
  let section: TrackerSection;
  beforeEach(() => {
    forms = [];
    told = [];
    connected = [tracker];
    create = async () => created;
    section = new TrackerSection(
      {
        list: async () => connected,
        preview: async () => draft,
        create: () => create(),
        none: () => new Failure({ what: 'None.', advice: 'An administrator connects one.' }),
      },
      (form) => forms.push(form),
      (one) => told.push(one),
    );
  });
  const open = async () => {
    section.shown(followed('i1'));
    await section.act({ type: 'tracker', action: 'open' }, followed('i1'));
  };

  it('warns of who reads it, and goes once it is created', async () => {
    await open();
    const form = forms.at(-1);
    assert.ok(form?.state === 'ready' && form.isWarning && form.visibility.startsWith('SEC is public'));
    await section.act({ type: 'tracker', action: 'create', trackerId: 't1', title: 'Mine' }, followed('i1'));
    assert.deepEqual([forms.at(-1), told], [null, [created]]);
  });

  it('says who connects a tracker where there is none', async () => {
    connected = [];
    await open();
    assert.deepEqual(forms.at(-1), {
      state: 'failed',
      text: 'None. An administrator connects one.',
      canRetry: false,
    });
  });

  it('keeps what was written where it fails', async () => {
    await open();
    create = () => Promise.reject(new Failure({ what: 'No answer.' }));
    await section.act(
      { type: 'tracker', action: 'create', trackerId: 't1', title: 'Mine', text: 'Own' },
      followed('i1'),
    );
    const form = forms.at(-1);
    assert.ok(form?.state === 'ready');
    assert.deepEqual(
      [form.title, form.text, form.error, form.isSending],
      ['Mine', 'Own', 'No answer.', false],
    );
    assert.deepEqual(told, []);
  });

  it('opens with the issue that it was wanted for, and closes with another', async () => {
    section.want('i2');
    section.shown(followed('i1'));
    assert.ok(!forms.some((form) => form?.state === 'loading'));
    section.shown(followed('i2'));
    assert.equal(forms.at(-1)?.state, 'loading');
    section.shown(followed('i3'));
    assert.equal(forms.at(-1), null);
  });

  it('creates one issue however often it is asked, also where the page goes on to another', async () => {
    await open();
    let count = 0;
    const { promise, resolve } = Promise.withResolvers<CreatedIssue>();
    create = () => {
      count += 1;
      return promise;
    };
    const first = section.act({ type: 'tracker', action: 'create', trackerId: 't1' }, followed('i1'));
    await section.act({ type: 'tracker', action: 'create', trackerId: 't1' }, followed('i1'));
    section.shown(followed('i2'));
    resolve(created);
    await first;
    assert.deepEqual([count, told, forms.at(-1)], [1, [created], null]);
  });
});
