import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ROOT } from '../../../../../scripts/paths.ts';
import { InvestigationStatus, IssueStatus, PatchStatus } from '../../../../../src/api/contract/vocabulary.ts';
import { issueOffers } from '../../../../../src/views/issues/editor/issue-offers.ts';
import { hoverMarkdown } from '../../../../../src/views/issues/issue-text.ts';
import type { KnownIssue, ListedIssue } from '../../../../../src/views/issues/known-issue.ts';
import { servicePage } from '../../../../../src/views/issues/service-page.ts';
import { issueContext } from '../../../../../src/views/issues/tree/issue-context.ts';
import { makeKnown } from '../../make-issue.ts';
import { holds } from '../../when-clause.ts';

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

const isOpen = ({ issue: { status } }: KnownIssue) => status !== 'RESOLVED' && !suppressing.includes(status);
/** Of a service, and not of another tool's report. */
const isOurs = ({ issue }: KnownIssue) => issue.reported === undefined;
/** Of a scan that is not saved to the project: what is to be done with it saves it first. */
const isUnsaved = (known: KnownIssue) => isOurs(known) && known.issue.scanKind === 'ON_DEMAND';
const isThere = (known: KnownIssue) => isOurs(known) && known.issue.status !== 'RESOLVED';
const isSaved = (known: KnownIssue) => isThere(known) && !isUnsaved(known);
/** The code is what the patch was made for, as far as anybody knows. */
const isAsScanned = ({ place, isPatchOutdated }: KnownIssue) => place.kind === 'at' && !isPatchOutdated;
const isApplied = ({ issue: { status, patch } }: KnownIssue) =>
  status === 'PATCHING' && patch?.status === 'READY';
const hasPatch = (known: KnownIssue, ...wanted: readonly (PatchStatus | undefined)[]) =>
  isSaved(known) && isOpen(known) && wanted.includes(known.issue.patch?.status ?? 'NONE');
const isReady = (known: KnownIssue) => hasPatch(known, 'READY') && isAsScanned(known) && !isApplied(known);
/** A service that does not say may know a patch. */
const canBeMade = ({ issue: { fixable } }: KnownIssue) => fixable?.by !== 'NONE';
const isByHand = (known: KnownIssue) =>
  known.place.kind === 'at' &&
  (hasPatch(known, 'UNPATCHABLE') || (hasPatch(known, 'NONE') && !canBeMade(known)));
const becomes = (status: IssueStatus) => (known: KnownIssue) =>
  isThere(known) && known.issue.status !== status;

/** When a command about one issue changes or shows something; every command that is offered anywhere is here. */
const doesSomething: Readonly<Record<string, (known: KnownIssue) => boolean>> = {
  'parapet.openIssue': () => true,
  'parapet.showDetails': () => true,
  'parapet.copyMarkdown': () => true,
  'parapet.exportSarif': () => true,
  'parapet.copyLink': (known) => isOurs(known) && !isUnsaved(known),
  'parapet.openInService': ({ issue: { url } }) => url?.startsWith('https://') === true,
  'parapet.generatePatch': (known) =>
    isUnsaved(known) ||
    (known.place.kind === 'at' &&
      (hasPatch(known, 'FAILED') || (hasPatch(known, 'NONE') && canBeMade(known)))),
  'parapet.cancelPatch': (known) => hasPatch(known, ...busyPatch) && known.place.kind !== 'gone',
  'parapet.showPatch': isReady,
  'parapet.applyPatch': isReady,
  'parapet.regeneratePatch': (known) =>
    hasPatch(known, 'READY') && !isApplied(known) && known.place.kind !== 'gone',
  'parapet.explainPatch': (known) => hasPatch(known, 'FAILED') && known.place.kind === 'at',
  'parapet.forcePatch': (known) => hasPatch(known, 'FAILED') && known.place.kind === 'at',
  'parapet.howToFix': isByHand,
  'parapet.askModelForPatch': (known) =>
    (hasPatch(known, 'FAILED') && known.place.kind === 'at') || isByHand(known),
  'parapet.checkAgain': (known) => isThere(known) && isOpen(known),
  'parapet.investigate': (known) => isThere(known) && !underWay.includes(known.issue.investigation?.status),
  'parapet.cancelInvestigation': (known) =>
    isThere(known) && underWay.includes(known.issue.investigation?.status),
  'parapet.askAgent': isSaved,
  'parapet.addToChat': isSaved,
  'parapet.triage': isThere,
  'parapet.changeSeverity': isThere,
  'parapet.editNote': isThere,
  'parapet.linkTracker': isThere,
  'parapet.createTrackerIssue': (known) => isThere(known) && known.issue.trackerIssue === undefined,
  'parapet.openTrackerIssue': ({ issue }) => issue.trackerIssue !== undefined,
  'parapet.unlinkTracker': (known) => isSaved(known) && known.issue.trackerIssue !== undefined,
  'parapet.markFalsePositive': becomes('FALSE_POSITIVE'),
  'parapet.markNonExploitable': becomes('NON_EXPLOITABLE'),
  'parapet.acceptRisk': becomes('ACCEPTED_RISK'),
  'parapet.backlogIssue': becomes('BACKLOG'),
  'parapet.confirmIssue': becomes('REVIEWING'),
  'parapet.reopenIssue': becomes('PENDING_REVIEW'),
};

/** An issue in every state that one can be in, as services, on-demand scans and reports of other tools have them. */
function* everyIssue(): Generator<KnownIssue> {
  for (const status of IssueStatus.options)
    for (const patch of [undefined, ...PatchStatus.options])
      for (const investigation of [undefined, ...InvestigationStatus.options])
        for (const url of [undefined, 'https://service.example/issues/1', 'command:evil'])
          for (const by of patch === undefined ? ([undefined, 'MODEL', 'NONE'] as const) : [undefined])
            for (const place of [undefined, { kind: 'changed' } as const, { kind: 'gone' } as const])
              for (const isPatchOutdated of patch === 'READY' ? [true, false] : [false])
                yield {
                  ...makeKnown(
                    {
                      status,
                      ...(by && { fixable: { by } }),
                      ...(patch && { patch: { id: 'p', status: patch, validation: 'NOT_RUN' } }),
                      ...(investigation && { investigation: { id: 'i', status: investigation } }),
                      ...(url && { url }),
                    },
                    place,
                  ),
                  isPatchOutdated,
                };
  const trackerIssue = { id: 'SEC-1', url: 'https://tracker.example/browse/SEC-1', title: 'Bind it' };
  for (const status of IssueStatus.options) yield makeKnown({ status, trackerIssue });
  yield makeKnown({ scanKind: 'ON_DEMAND' });
  const reported = { tool: 'Other Scan', report: 'file:///r.sarif', isConfidenceKnown: false };
  const ofReport = (more: Partial<ListedIssue>) => {
    const known = makeKnown({ scanKind: 'ON_DEMAND' });
    return { ...known, issue: { ...known.issue, reported, ...more } };
  };
  yield ofReport({});
  for (const unplaced of ['outside', 'nowhere'] as const)
    yield ofReport({ status: 'ACCEPTED_RISK', reported: { ...reported, unplaced } });
}

/** What the tree offers: its context menu and the buttons of the row. */
function inTree(issue: KnownIssue, isSeveral: boolean): readonly string[] {
  const keys = {
    view: 'parapet.issues',
    viewItem: issueContext(issue),
    listMultiSelection: isSeveral,
  };
  return (manifest.contributes.menus['view/item/context'] ?? [])
    .filter(({ when }) => holds(when ?? '', keys))
    .flatMap(({ command }) => command ?? []);
}

function inHover(issue: KnownIssue): readonly string[] {
  const markdown = hoverMarkdown(issue, {});
  return Array.from(markdown.matchAll(/\(command:(parapet\.\w+)/g), ([, command]) => command ?? '');
}

describe('what is offered for an issue', () => {
  it('does something, in whatever state it is: in the tree, at the light bulb, in the hover', () => {
    let offered = 0;
    for (const issue of everyIssue()) {
      const atBulb = issueOffers(issue).map(({ command }) => command);
      for (const command of [...inTree(issue, false), ...atBulb, ...inHover(issue)]) {
        offered += 1;
        const state = JSON.stringify([issueContext(issue), issue.issue, issue.place.kind]);
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
      if (!isSaved(issue) || !isOpen(issue)) continue;
      for (const command of ['generatePatch', 'showPatch', 'applyPatch', 'triage', 'copyMarkdown'])
        assert.ok(there.includes(`parapet.${command}`), `${command} for several`);
    }
  });

  it('has the patch as the preferred fix only where it is proven', () => {
    const fixes = (validation: 'PASSED' | 'FAILED') =>
      issueOffers(makeKnown({ patch: { id: 'p', status: 'READY', validation } })).filter(
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
