import type { Issue } from '../../api/contract/issue.ts';
import { suppressedStatuses } from '../../api/contract/vocabulary.ts';
import {
  resultOf,
  runOf,
  type SarifFinding,
  SarifRules,
  type SarifRuleText,
  sarifSchema,
} from '../../api/sarif-log.ts';
import { weaknesses } from '../../engine/weaknesses/index.ts';
import { knowledgeOf } from '../issues/issue-knowledge.ts';
import { issuesOf, type ReportWork, type ReportWriter } from './report-writer.ts';

/** A SARIF 2.1.0 log with one run a repository, each result written as it is read. */
export const writeSarif: ReportWriter = async (work, write) => {
  let count = 0;
  let isFirstRun = true;
  await write(`{"$schema":${JSON.stringify(sarifSchema)},"version":"2.1.0","runs":[`);
  for (const repository of work.repositories) {
    const rules = new SarifRules(ruleText);
    let isFirst = true;
    await write(`${isFirstRun ? '' : ','}{"results":[`);
    isFirstRun = false;
    for await (const issue of issuesOf(work, repository.id)) {
      const finding = findingOf(issue);
      rules.add(finding);
      const result = withIssue(resultOf(finding, rules), issue);
      await write(`${isFirst ? '' : ','}\n${JSON.stringify(result)}`);
      isFirst = false;
      count += 1;
    }
    // A run's other members follow from its results; the members of an object have no order.
    const { tool, ...frame } = runOf(runInput(work, repository.name), rules);
    await write(`],"tool":${JSON.stringify(tool)},${JSON.stringify(frame).slice(1)}`);
  }
  await write(']}\n');
  return count;
};

function runInput({ core }: ReportWork, repositoryName: string) {
  return {
    tool: { name: 'Parapet', version: core.version },
    invocation: {
      executionSuccessful: true,
      endTimeUtc: core.now().toISOString(),
      properties: { repository: repositoryName },
    },
  };
}

function findingOf(issue: Issue): SarifFinding {
  const { startLine, startColumn, endLine, endColumn } = issue;
  return {
    ruleId: issue.ruleId === '' ? issue.vulnClass : issue.ruleId,
    vulnClass: issue.vulnClass,
    category: issue.category,
    message: issue.description === '' ? issue.title : issue.description,
    cwes: issue.cwes,
    score: issue.score,
    confidence: issue.confidence,
    fingerprint: issue.fingerprint,
    file: issue.file,
    range: { startLine, startColumn, endLine, endColumn },
    snippet: issue.snippet,
    codeFlows: issue.codeFlows,
    ...(issue.flow?.threatModel && { threatModel: issue.flow.threatModel }),
    ...(issue.codeRole && { codeRole: issue.codeRole }),
    ...(issue.vulnImpact !== undefined && { vulnImpact: issue.vulnImpact }),
    ...(suppressedStatuses.includes(issue.status) && {
      suppression: { justification: issue.triage?.reason ?? '' },
    }),
  };
}

/** With what a service knows of an issue and a scan does not. */
function withIssue(result: ReturnType<typeof resultOf>, issue: Issue): object {
  return {
    ...result,
    guid: issue.id,
    ...(issue.url !== undefined && { hostedViewerUri: issue.url }),
    properties: {
      ...result.properties,
      severity: issue.severity,
      status: issue.status,
      validation: issue.validation,
      ...(issue.scanTargetBranch !== null && { branch: issue.scanTargetBranch }),
      ...(issue.commitSha !== null && { commit: issue.commitSha }),
      ...(issue.note !== undefined && { note: issue.note }),
    },
  };
}

function ruleText({ vulnClass, ruleId, message }: SarifFinding): SarifRuleText {
  const known = weaknesses.find(({ id }) => id === vulnClass);
  const { remediation = '', references = [] } = knowledgeOf(vulnClass);
  return {
    title: known?.title ?? ruleId,
    description: known?.description ?? message,
    remediation,
    references: references.map(({ url }) => url),
  };
}
