import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ROOT } from '../../../../scripts/paths.ts';
import { InvestigationStatus, IssueStatus, PatchStatus } from '../../../../src/api/contract/vocabulary.ts';
import { issueContext } from '../../../../src/views/issues/issue-context.ts';
import { issueOffers } from '../../../../src/views/issues/issue-offers.ts';
import { hoverMarkdown } from '../../../../src/views/issues/issue-text.ts';
import type { ListedIssue } from '../../../../src/views/issues/known-issue.ts';
import { servicePage } from '../../../../src/views/issues/service-page.ts';
import { makeIssue, makeKnown } from '../make-issue.ts';
import { holds } from '../when-clause.ts';

const manifest = z
  .object({
    contributes: z.object({
      menus: z.record(
        z.string(),
        z.array(z.object({ command: z.string().optional(), when: z.string().optional() })),
      ),
    }),
  })
  .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));

const suppressing: readonly IssueStatus[] = ['BACKLOG', 'NON_EXPLOITABLE', 'FALSE_POSITIVE', 'ACCEPTED_RISK'];
const busyPatch: readonly (PatchStatus | undefined)[] = ['QUEUED', 'GENERATING', 'VALIDATING'];
const underWay: readonly (InvestigationStatus | undefined)[] = ['QUEUED', 'RUNNING'];

const isOpen = ({ status }: ListedIssue) => status !== 'RESOLVED' && !suppressing.includes(status);
/** Found by a full scan of the service, which keeps what is decided. */
const isKept = ({ scanKind }: ListedIssue) => scanKind !== 'ON_DEMAND';
const isThere = (issue: ListedIssue) => isKept(issue) && issue.status !== 'RESOLVED';
const hasPatch = (issue: ListedIssue, ...wanted: readonly (PatchStatus | undefined)[]) =>
  isThere(issue) && isOpen(issue) && wanted.includes(issue.patch?.status ?? 'NONE');
const becomes = (status: IssueStatus) => (issue: ListedIssue) => isThere(issue) && issue.status !== status;

/** When a command about one issue changes or shows something; every command that is offered anywhere is here. */
const doesSomething: Readonly<Record<string, (issue: ListedIssue) => boolean>> = {
  'parapet.openIssue': () => true,
  'parapet.showDetails': () => true,
  'parapet.copyMarkdown': () => true,
  'parapet.exportSarif': () => true,
  'parapet.openInService': ({ url }) => url?.startsWith('https://') === true,
  'parapet.generatePatch': (issue) => hasPatch(issue, 'NONE', 'FAILED'),
  'parapet.cancelPatch': (issue) => hasPatch(issue, ...busyPatch),
  'parapet.showPatch': (issue) => hasPatch(issue, 'READY'),
  'parapet.applyPatch': (issue) => hasPatch(issue, 'READY'),
  'parapet.regeneratePatch': (issue) => hasPatch(issue, 'READY'),
  'parapet.explainPatch': (issue) => hasPatch(issue, 'FAILED', 'UNPATCHABLE'),
  'parapet.forcePatch': (issue) => hasPatch(issue, 'FAILED', 'UNPATCHABLE'),
  'parapet.askModelForPatch': (issue) => hasPatch(issue, 'FAILED', 'UNPATCHABLE'),
  'parapet.investigate': (issue) => isThere(issue) && !underWay.includes(issue.investigation?.status),
  'parapet.cancelInvestigation': (issue) => isThere(issue) && underWay.includes(issue.investigation?.status),
  'parapet.askAgent': isThere,
  'parapet.addToChat': isThere,
  'parapet.triage': isThere,
  'parapet.changeSeverity': isThere,
  'parapet.editNote': isThere,
  'parapet.linkTracker': isThere,
  'parapet.markFalsePositive': becomes('FALSE_POSITIVE'),
  'parapet.markNonExploitable': becomes('NON_EXPLOITABLE'),
  'parapet.acceptRisk': becomes('ACCEPTED_RISK'),
  'parapet.backlogIssue': becomes('BACKLOG'),
  'parapet.confirmIssue': becomes('REVIEWING'),
  'parapet.reopenIssue': becomes('PENDING_REVIEW'),
  // About the last decision or patch, and only while there is one.
  'parapet.undoTriage': () => true,
  'parapet.undoPatch': () => true,
};

/** An issue in every state that one can be in, as services, on-demand scans and reports of other tools have them. */
function* everyIssue(): Generator<ListedIssue> {
  for (const status of IssueStatus.options)
    for (const patch of [undefined, ...PatchStatus.options])
      for (const investigation of [undefined, ...InvestigationStatus.options])
        for (const url of [undefined, 'https://service.example/issues/1', 'command:evil'])
          yield makeIssue({
            status,
            ...(patch && { patch: { id: 'p', status: patch, validation: 'NOT_RUN' } }),
            ...(investigation && { investigation: { id: 'i', status: investigation } }),
            ...(url && { url }),
          });
  yield makeIssue({ scanKind: 'ON_DEMAND' });
  const reported = { tool: 'Other Scan', report: 'file:///r.sarif', isConfidenceKnown: false };
  yield { ...makeIssue({ scanKind: 'ON_DEMAND' }), reported };
  for (const unplaced of ['outside', 'nowhere'] as const)
    yield {
      ...makeIssue({ scanKind: 'ON_DEMAND', status: 'ACCEPTED_RISK' }),
      reported: { ...reported, unplaced },
    };
}

/** What the tree offers: its context menu and the buttons of the row. */
function inTree(issue: ListedIssue, isSeveral: boolean): readonly string[] {
  const keys = {
    view: 'parapet.issues',
    viewItem: issueContext(issue),
    listMultiSelection: isSeveral,
    'parapet.canUndo': true,
    'parapet.canUndoPatch': true,
  };
  return (manifest.contributes.menus['view/item/context'] ?? [])
    .filter(({ when }) => holds(when ?? '', keys))
    .flatMap(({ command }) => command ?? []);
}

function inHover(issue: ListedIssue): readonly string[] {
  const markdown = hoverMarkdown(makeKnown(issue), {});
  return Array.from(markdown.matchAll(/\(command:(parapet\.\w+)/g), ([, command]) => command ?? '');
}

describe('what is offered for an issue', () => {
  it('does something, in whatever state it is: in the tree, at the light bulb, in the hover', () => {
    let offered = 0;
    for (const issue of everyIssue()) {
      const atBulb = issueOffers(issue).map(({ command }) => command);
      for (const command of [...inTree(issue, false), ...atBulb, ...inHover(issue)]) {
        offered += 1;
        const state = JSON.stringify([issueContext(issue), issue.status, issue.patch, issue.investigation]);
        assert.ok(doesSomething[command]?.(issue), `${command} is offered for ${state}`);
      }
    }
    assert.ok(offered > 10_000);
  });

  it('leaves nothing out that the tree could do: what makes sense is offered', () => {
    const always = [
      'parapet.openIssue',
      'parapet.showDetails',
      'parapet.copyMarkdown',
      'parapet.exportSarif',
    ];
    const wanted = Object.keys(doesSomething).filter(
      (command) => !['parapet.confirmIssue', 'parapet.reopenIssue'].includes(command),
    );
    for (const issue of everyIssue()) {
      const there = new Set(inTree(issue, false));
      for (const command of always) assert.ok(there.has(command), `${command} for ${issueContext(issue)}`);
      // Decisions about what is suppressed already are behind Triage…
      if (!isOpen(issue)) continue;
      for (const command of wanted)
        assert.equal(
          there.has(command),
          doesSomething[command]?.(issue),
          `${command} for ${issueContext(issue)}`,
        );
    }
  });

  it('of several issues is what all of them can have, and nothing about one alone', () => {
    for (const issue of everyIssue()) {
      const there = inTree(issue, true);
      assert.ok(!there.includes('parapet.openInService') && !there.includes('parapet.askModelForPatch'));
      if (!isThere(issue) || !isOpen(issue)) continue;
      for (const command of ['generatePatch', 'showPatch', 'applyPatch', 'triage', 'copyMarkdown'])
        assert.ok(there.includes(`parapet.${command}`), `${command} for several`);
    }
  });

  it('has the patch as the preferred fix only where it is proven', () => {
    const fixes = (validation: 'PASSED' | 'FAILED') =>
      issueOffers(makeIssue({ patch: { id: 'p', status: 'READY', validation } })).filter(
        ({ isFix }) => isFix,
      );
    assert.deepEqual(
      fixes('PASSED').map(({ command }) => command),
      ['parapet.applyPatch'],
    );
    assert.deepEqual(fixes('FAILED'), []);
  });
});

describe('the page of an issue at its service', () => {
  it('is a web page, and nothing that a browser should not be handed', () => {
    const page = (url: string | undefined) => servicePage(url === undefined ? {} : { url });
    assert.equal(
      page('https://service.example/issues/1?tab=flow'),
      'https://service.example/issues/1?tab=flow',
    );
    assert.equal(page('http://127.0.0.1:8080/i/1'), 'http://127.0.0.1:8080/i/1');
    for (const url of [
      undefined,
      '',
      'issues/1',
      'http://service.example/i/1',
      'https://user:secret@service.example/',
      'file:///etc/passwd',
      'command:workbench.action.quit',
      'vscode://some.extension/run',
      'javascript:alert(1)',
    ])
      assert.equal(page(url), undefined, url);
  });
});
