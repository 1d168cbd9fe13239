import assert from 'node:assert/strict';
import type { DetailsView } from '../../src/views/details/messages.ts';
import type { TrackerForm } from '../../src/views/details/tracker-messages.ts';
import { type DetailsPage, issueMessage, openDetailsPage } from '../support/details-page.ts';

const at = '2026-11-21T10:00:00.000Z';

/** An issue as the page is told of it. */
function made(given: Partial<DetailsView> = {}): DetailsView {
  return {
    ...{
      id: 'i1',
      title: 'SQL injection',
      severity: 'HIGH',
      severityLabel: 'High',
      score: 82,
      confidence: 90,
    },
    ...{
      className: 'SQL injection',
      ruleId: 'typescript/sql-injection',
      statusLabel: 'Open',
      statusIcon: '',
    },
    ...{
      isSuppressed: false,
      canDecide: true,
      canCheck: true,
      undo: [],
      isAtService: false,
      isNew: false,
      note: '',
      history: [],
    },
    ...{
      file: 'src/search.ts',
      line: 41,
      description: 'The query reaches the database as text.',
    },
    ...{ weaknesses: [{ label: 'CWE-89' }], references: [], flows: [flow(3)], alsoReaches: [] },
    ...{ preconditions: [], attackSteps: [], rating: '', scores: [], firstSeen: at, lastSeen: at },
    ...given,
  };
}

function flow(length: number): DetailsView['flows'][number] {
  return {
    steps: Array.from({ length }, (_, index) => ({
      roleLabel: index === 0 ? 'comes in' : index === length - 1 ? 'does harm' : 'passes on',
      message: `\`term${index}\` goes on to the next function`,
      file: `src/features/search/part-${index % 7}.ts`,
      line: index + 1,
      snippet: `const term${index + 1} = normalize(term${index}, { keepCase: true, trim: options.trim ?? true });`,
    })),
  };
}

describe('the details page in a browser', () => {
  let details: DetailsPage;
  const steps = () => details.page.locator('ol.flow > li');
  const spoken = () => details.page.getByRole('region', { name: 'Flow' }).getByRole('status');
  const width = () =>
    details.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );

  before(async () => {
    details = await openDetailsPage();
  });

  after(async () => {
    await details?.close();
  });

  beforeEach(async () => {
    await details.page.setViewportSize({ width: 700, height: 900 });
    await details.page.goto('about:blank');
  });

  afterEach(() => {
    assert.deepEqual(details.complaints, []);
  });

  it('is there with its issue before anything is fetched, and then fetches its icons only', async () => {
    const fetched: string[] = [];
    details.page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await details.open(made());
    await details.until("document.fonts.check('16px codicon')");
    assert.deepEqual(fetched.toSorted(), ['/', '/codicon.css', '/codicon.ttf']);
    const order = await details.page.evaluate<readonly [number, number]>(
      `[performance.getEntriesByType('navigation')[0].loadEventStart,
        performance.getEntriesByType('resource').find(({ name }) => name.endsWith('codicon.css')).startTime]`,
    );
    assert.ok(order[0] <= order[1], 'the editor shows the page once it is loaded, which icons would delay');
    assert.deepEqual(
      (await details.heard()).map(({ type }) => type),
      ['ready', 'shown'],
    );
  });

  it('says what is not product code, and leads to the other sinks of the same cause', async () => {
    const also = { flow: 1, file: 'src/search.ts', line: 57, snippet: 'db.run(`DELETE … ${term}`)' };
    const outside = 'Not product code: test code (core/src/test)';
    await details.open(made({ outside, flows: [flow(3), flow(4)], alsoReaches: [also] }));
    await details.page.getByText(outside).waitFor();
    const list = details.page.getByRole('region', { name: 'Flow' });
    await list.getByRole('heading', { name: 'The same value also reaches' }).waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await details.wear(theme);
      await details.shot(`details-other-sinks-${theme}`);
    }
    await details.wear('light');
    await list.getByRole('button', { name: 'src/search.ts:57' }).press('Enter');
    const opened = (await details.heard()).filter(({ type }) => type === 'openStep');
    assert.deepEqual(opened, [{ type: 'openStep', position: { flow: 1, step: 3 } }]);
  });

  it('reads out every step of a flow of two hundred, and keeps it in view', async () => {
    await details.open(made({ flows: [flow(200)] }));
    assert.equal(await steps().count(), 200);
    for (const step of [0, 120, 199]) {
      await details.say({ type: 'position', position: { flow: 0, step }, note: '' });
      assert.equal(
        await spoken().textContent(),
        `Step ${step + 1} of 200: term${step} goes on to the next function. src/features/search/part-${step % 7}.ts line ${step + 1}.`,
      );
      const active = details.page.locator('ol.flow > li.active');
      assert.equal(await active.count(), 1);
      await details.until(
        "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('.flow .active').getBoundingClientRect())",
      );
      assert.equal(await active.getByRole('button').getAttribute('aria-current'), 'step');
    }
    await details.say({
      type: 'position',
      position: { flow: 0, step: 120 },
      note: 'code changed since the scan',
    });
    assert.match((await spoken().textContent()) ?? '', /code changed since the scan\.$/);
    await details.shot('details-long-flow');
  });

  it('is walked through by the keyboard alone', async () => {
    await details.open(made({ flows: [flow(5)] }));
    await steps().first().getByRole('button').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter']) await details.page.keyboard.press(key);
    assert.deepEqual((await details.heard()).at(-1), { type: 'openStep', position: { flow: 0, step: 1 } });
    const reached = new Set<string>();
    await details.page.evaluate('document.activeElement.blur()');
    for (let count = 0; count < 40; count += 1) {
      await details.page.keyboard.press('Tab');
      reached.add(
        await details.page.evaluate<string>(
          "(document.activeElement.textContent || document.activeElement.getAttribute('placeholder') || '').trim()",
        ),
      );
    }
    for (const name of ['Investigate', 'Triage…', 'False positive…', 'src/search.ts:41'])
      assert.ok(reached.has(name), `${name} is reached with the Tab key`);
  });

  it('fits into a narrow column, whatever the length of its words', async () => {
    const long = 'a'.repeat(180);
    const issue = made({
      title: `Deserialization of data that nobody checked in ${long} and then some more words to fill another line`,
      file: `src/${'deeply/nested/'.repeat(12)}${long}.ts`,
      description: `It reaches \`${long}\` and https://example.com/${long}.`,
      route: { text: `GET, POST /${long}`, guards: [long], isOpen: false },
      flows: [{ steps: flow(2).steps.map((step) => ({ ...step, message: long, file: `${long}.ts` })) }],
      preconditions: [{ text: `\`${long}\` is set.`, state: 'met', label: 'met' }],
      attackSteps: [{ text: long, step: 1 }],
      impact: long,
      weaknesses: [{ label: long }],
      references: [{ title: long, url: 'https://example.com/' }],
      history: [{ at, by: long, what: long, reason: long }],
      decision: long,
      tracker: { id: long, title: long, url: 'https://example.com/', state: { name: long } },
      investigation: {
        ...{
          state: 'completed',
          stage: '',
          evidence: [{ speaks: 'real', text: long, place: { file: long, line: 1 } }],
        },
        ...{ verdict: { label: 'True positive', icon: 'pass' }, summary: long, context: long, updatedAt: at },
        fitting: 'Als nicht ausnutzbar markieren, mit dieser Begründung und allem, was dafür spricht…',
      },
      rating: '',
      scores: [
        {
          name: 'CVSS 4.0',
          grade: '9.3 Critical',
          vector: `CVSS:4.0/${long}`,
          metrics: [{ metric: 'Attack Vector (AV)', value: 'Network', reasoning: long }],
        },
      ],
    });
    for (const size of [280, 420, 900]) {
      await details.page.setViewportSize({ width: size, height: 900 });
      await details.open(issue);
      await details.page.getByText('CVSS 4.0').click();
      await details.say({
        type: 'patch',
        patch: {
          ...{
            state: 'ready',
            text: '',
            title: long,
            explanation: `\`${long}\``,
            proof: long,
            isProven: true,
            origin: 'Made by rules, without a language model.',
            trace: '',
            needs: [],
          },
          checks: [{ label: long, status: 'FAILED', detail: long }],
          notes: [long],
          files: [`${long}.ts`],
          model: '',
        },
      });
      assert.equal(await width(), 0, `nothing is beside the page at ${size} px`);
      await details.shot(`details-narrow-${size}`);
    }
  });

  it('says of what the service tells that it is English, in a window of another language', async () => {
    const told = {
      description: 'The query reaches the database.',
      impact: 'Rows can be read.',
      preconditions: [{ text: 'The attacker can send it.', state: 'met' as const, label: 'erfüllt' }],
      attackSteps: [{ text: 'The attacker sends it.' }],
    };
    await details.open(made(told));
    for (const text of [
      'The query reaches the database.',
      'Rows can be read.',
      'The attacker can send it.',
      'The attacker sends it.',
    ])
      assert.ok(await details.page.locator('[lang=en]', { hasText: text }).last().isVisible(), text);
    assert.equal(await details.page.locator('main [lang=en]', { hasText: 'erfüllt' }).count(), 0);
  });

  it('of an issue without a flow, a score or a decision is no more than what is known', async () => {
    await details.open(
      made({ flows: [], weaknesses: [], canDecide: false, canCheck: false, description: 'One sentence.' }),
    );
    const titles = await details.page.getByRole('heading', { level: 2 }).allTextContents();
    assert.deepEqual(titles, ['Why', 'About this finding']);
    assert.equal(await details.page.getByRole('button').count(), 1, 'the place in the code');
    await details.shot('details-without-flow');
  });

  it('says how the linked issue stands in its tracker', async () => {
    const state = { name: 'In Progress' };
    const url = 'https://tracker.example.com/browse/SHOP-12';
    await details.open(made({ tracker: { id: 'SHOP-12', title: 'Bind the query', url, state } }));
    const followed = details.page.getByText('In Progress');
    await followed.scrollIntoViewIfNeeded();
    assert.match((await followed.textContent()) ?? '', /SHOP-12 Bind the query · In Progress$/);
    await details.shot('details-tracker');
  });

  it('shows what is sent to a tracker, has it changed, and creates it by keyboard', async () => {
    const { page } = details;
    await details.open(made());
    await page.getByText('Create Tracker Issue…').click();
    assert.deepEqual((await details.heard()).at(-1), { type: 'tracker', action: 'open' });
    await details.say({ type: 'trackerForm', form: { state: 'loading' } });
    await page.getByText('Asking which trackers are connected…').waitFor();
    const form: TrackerForm = {
      state: 'ready',
      trackers: [
        { id: 't1', name: 'Shop on GitHub' },
        { id: 't2', name: 'Jira (SEC)' },
      ],
      trackerId: 't1',
      title: 'SQL injection in src/search.ts:41',
      text: 'The query reaches the database as text.',
      description: 'The query reaches the database as text.\n\n- **Severity:** HIGH',
      more: 'security · High',
      visibility: 'acme/shop is public: everybody can read this issue, with the weakness and its place.',
      isWarning: true,
      isSending: false,
      error: '',
    };
    await details.say({ type: 'trackerForm', form });
    const title = page.getByLabel('Title');
    await title.fill('Bind the query');
    await page.keyboard.press('Tab');
    assert.deepEqual((await details.heard()).at(-1), {
      type: 'tracker',
      action: 'preview',
      trackerId: 't1',
      title: 'Bind the query',
      text: form.text,
    });
    for (const theme of ['light', 'dark', 'contrast'] as const) {
      await details.wear(theme);
      await page.getByRole('region', { name: 'What is sent' }).scrollIntoViewIfNeeded();
      await details.shot(`details-tracker-form-${theme}`);
      assert.deepEqual(await page.evaluate<readonly string[]>(FAINT), [], `in ${theme}`);
    }
    await details.wear('light');
    await details.say({ type: 'trackerForm', form: { ...form, error: 'The tracker did not answer.' } });
    await page.getByRole('alert').getByText('The tracker did not answer.').waitFor();
    assert.equal(await title.inputValue(), 'Bind the query', 'what was written stays');
    await page.locator('.tracker-form vscode-button', { hasText: 'Create' }).focus();
    await page.keyboard.press('Enter');
    assert.deepEqual((await details.heard()).at(-1), {
      type: 'tracker',
      action: 'create',
      trackerId: 't1',
      title: 'Bind the query',
      text: form.text,
    });
    await details.say({
      type: 'trackerForm',
      form: { state: 'failed', text: 'No issue tracker is connected.', canRetry: false },
    });
    await page.getByRole('alert').getByText('No issue tracker is connected.').waitFor();
    await details.shot('details-tracker-none');
    await details.say({ type: 'trackerForm', form: null });
    await page.getByText('Create Tracker Issue…').waitFor();
  });

  it('has no text that a theme hides', async () => {
    const issue = made({
      isNew: true,
      decision: 'Behind a gateway.',
      history: [{ at, by: 'Ann', what: 'Open → Accepted risk', reason: 'Known.' }],
    });
    for (const theme of ['light', 'dark', 'contrast'] as const) {
      await details.wear(theme);
      await details.open(issue);
      await details.say({ type: 'position', position: { flow: 0, step: 1 }, note: '' });
      await details.shot(`details-theme-${theme}`);
      const faint = await details.page.evaluate<readonly string[]>(FAINT);
      assert.deepEqual(faint, [], `in ${theme}`);
    }
    await details.wear('light');
  });

  it('goes on with another issue from its beginning', async () => {
    await details.open(made({ flows: [flow(60)] }));
    await details.page.evaluate('window.scrollTo(0, 4000)');
    await details.say(issueMessage(made({ id: 'i2', title: 'Path traversal' })));
    await details.page.getByRole('heading', { name: 'Path traversal', level: 1 }).waitFor();
    await details.until('scrollY === 0');
  });
});

/** Texts whose contrast with what is behind them is below 4.5 : 1, with that contrast. Runs in the page. */
const FAINT = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (color) => {
    const [r, g, b] = channels(color).map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host ?? null) {
      const color = getComputedStyle(at).backgroundColor;
      if (channels(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent.trim();
    if (text === '' || ['SCRIPT', 'STYLE', 'VSCODE-BUTTON'].includes(element.tagName)) continue;
    const [a, b] = [light(getComputedStyle(element).color), light(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) found.push(contrast.toFixed(1) + ' ' + text.slice(0, 40));
  }
  return found;
})()`;
