import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../../../src/api/contract/index.ts';
import { busyPatchStatuses } from '../../../src/api/contract/vocabulary.ts';
import type { OwnService } from '../own-service.ts';
import { ruleText } from '../suite/rules.ts';
import { addFolder, scanToTheEnd, vulnerable } from '../suite/scanned.ts';
import { succeed } from '../suite/target.ts';
import { seedPosture } from './seed-posture.ts';

const {
  agentConversations,
  agentJobs,
  agentMemories,
  agentPlaybooks,
  agentSchedules,
  agentTriggers,
  codeScans,
  customReports,
  investigations,
  issues,
  patches,
  reports,
  rules,
  schedules,
  tags,
  teams,
} = contract;

/** Words that are in everything of the repository that is hidden, and nowhere else. */
export const secretWord = 'zibethum';

export interface Seeded {
  readonly repositoryId: string;
  /** Of what no list has. */
  readonly unlistedIds: readonly string[];
}

/** A repository with one of everything that may belong to it. */
export async function seedRepository(own: OwnService, word: string): Promise<Seeded> {
  const { target } = own;
  const files = Object.fromEntries(
    Object.entries(vulnerable).map(([name, text]) => [`${word}/${name}`, text.replaceAll('visitor', word)]),
  );
  const manifest = { dependencies: { openai: '1.0.0', [`${word}-parser`]: '0.1.0' } };
  const repositoryId = await addFolder(target, {
    ...files,
    'package.json': JSON.stringify(manifest, null, 1),
  });
  const prompt = `What about ${word}?`;
  await succeed(target, agentTriggers.upsertEventTrigger, {
    name: `When ${word} is scanned`,
    event: { kind: 'scanCompleted' },
    prompt,
    repositoryIds: [repositoryId],
  });
  await scanToTheEnd(target, repositoryId);
  const found = await succeed(target, issues.searchIssues, { repositoryIds: [repositoryId] });
  const issueIds = found.issues.map(({ id }) => id);
  assert.ok(issueIds.length > 2, `${issueIds.length} issues`);
  const [issueId = ''] = issueIds;
  await succeed(target, issues.updateIssueNote, { issueId, note: word });
  await succeed(target, issues.markTruePositive, { issueIds: [issueId], reason: word });
  await succeed(target, investigations.requestInvestigation, { issueIds: [issueId] });
  await succeed(target, patches.generatePatch, { issueIds: [issueId] });
  const { schedule: daily } = await succeed(target, schedules.upsertScanSchedule, {
    repositoryId,
    executionCriteriaCrontab: '0 3 * * 1',
  });
  const { codeScan } = await succeed(target, codeScans.submitCodeScan, {
    repositoryId,
    name: word,
    submission: { type: 'snippet', path: 'a.js', content: 'exec(a)\n' },
  });
  await succeed(target, agentMemories.createMemory, { repositoryId, text: `${word} is ours.` });
  const { job } = await succeed(target, agentConversations.createConversation, {
    repositoryId,
    initialMessage: prompt,
    attachments: [{ kind: 'issue', issueId }],
  });
  await succeed(target, agentConversations.createConversation, { title: `All about ${word}` });
  const { schedule } = await succeed(target, agentSchedules.createCronSchedule, {
    name: `Weekly ${word}`,
    prompt,
    expression: '0 8 * * 1',
    repositoryIds: [repositoryId],
  });
  await succeed(target, agentSchedules.triggerCronSchedule, { scheduleId: schedule.id });
  const { templates } = await succeed(target, agentPlaybooks.listPlaybooks, {});
  for (const { id: templateId } of templates.slice(0, 2))
    await succeed(target, agentPlaybooks.installPlaybook, {
      templateId,
      name: `Playbook of ${word}`,
      repositoryIds: [repositoryId],
    });
  const { tag } = await succeed(target, tags.createTag, {
    name: `tag ${word.length}`,
    repositoryIds: [repositoryId],
  });
  const { team } = await succeed(target, teams.createTeam, { name: `Of ${word}` });
  await succeed(target, teams.setTeamPermissions, {
    teamId: team.id,
    repoAccess: {
      accessMode: 'selected',
      permissions: ['REPOSITORY_VIEW'],
      repositoryIds: [repositoryId],
      tagIds: [tag.id],
    },
  });
  const { report } = await succeed(target, reports.createReport, {
    format: 'CSV',
    name: `All of ${word}`,
    filters: { repositoryIds: [repositoryId] },
  });
  await succeed(target, customReports.createCustomReport, {
    name: `Numbers of ${word}`,
    filters: { repositoryIds: [repositoryId] },
  });
  await succeed(target, rules.createRule, {
    name: `Rule of ${word}`,
    content: ruleText(`no-${word}`, `${word}($X)`),
    repositoryIds: [repositoryId],
  });
  await seedPosture(own, repositoryId, word);
  const isQuiet = async (): Promise<boolean> => {
    const { jobs } = await succeed(target, agentJobs.listJobs, { limit: 100 });
    const { issue } = await succeed(target, issues.getIssue, { id: issueId });
    const { codeScan: submitted } = await succeed(target, codeScans.getCodeScanStatus, {
      codeScanId: codeScan.id,
    });
    const made = await succeed(target, reports.getReport, { reportId: report.id });
    const hasEnded = jobs.every(({ status }) => status !== 'PENDING' && status !== 'RUNNING');
    const investigated = issue.investigation?.status ?? 'QUEUED';
    return (
      hasEnded &&
      jobs.some(({ id }) => id === job?.id) &&
      jobs.some(({ trigger, repositoryId: of }) => trigger === 'event' && of === repositoryId) &&
      !['QUEUED', 'RUNNING'].includes(investigated) &&
      !busyPatchStatuses.includes(issue.patch?.status ?? 'QUEUED') &&
      submitted.finishedAt !== null &&
      made.report.status === 'succeeded'
    );
  };
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(20))
    if (await isQuiet()) return { repositoryId, unlistedIds: [codeScan.id, daily.id] };
  assert.fail('what was begun did not end');
}
