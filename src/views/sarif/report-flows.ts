import type { CodeFlow, FlowStep, Issue } from '../../api/contract/issue.ts';
import type { Result, ThreadFlowLocation } from '../../workspace/sarif/log-schema.ts';
import type { Run } from '../../workspace/sarif/read-log.ts';
import { rangeOf, scannedIn } from '../../workspace/sarif/region.ts';
import type { ReportTexts } from './report-texts.ts';

/** The first step, and how many there are: of those that are in the folder. */
export async function flowSummary(
  texts: ReportTexts,
  run: Run,
  result: Result,
  folder: string,
): Promise<Issue['flow']> {
  const [first] = locationsOf(run, result);
  const placed: FlowStep[] = [];
  for (const [index, step] of (first ?? []).entries()) {
    const where = await texts.where(step.location?.physicalLocation?.artifactLocation, run);
    if (where.kind !== 'found' || where.file.folder !== folder) continue;
    const { region } = step.location?.physicalLocation ?? {};
    const range = rangeOf(region, undefined, run.isUtf16);
    placed.push(stepOf(step, where.file.file, range, '', index, first?.length ?? 0));
  }
  const [source] = placed;
  return source && { source, stepCount: placed.length };
}

/** The flows with their code, and how many steps are in no file of the folder. */
export async function flowsOf(
  texts: ReportTexts,
  run: Run,
  result: Result,
  folder: string,
): Promise<{ readonly flows: CodeFlow[]; readonly left: number }> {
  const flows: CodeFlow[] = [];
  let left = 0;
  for (const locations of locationsOf(run, result)) {
    const steps: FlowStep[] = [];
    for (const [index, step] of locations.entries()) {
      const place = step.location?.physicalLocation;
      const where = await texts.where(place?.artifactLocation, run);
      if (where.kind !== 'found' || where.file.folder !== folder) {
        left += 1;
        continue;
      }
      const known = await texts.textsOf(where.file, place?.artifactLocation, run);
      const { range, snippet } = scannedIn(place?.region, place?.contextRegion, known, run.isUtf16);
      steps.push(stepOf(step, where.file.file, range, snippet, index, locations.length));
    }
    if (steps.length > 0) flows.push({ steps });
  }
  return { flows, left };
}

function stepOf(
  { location, kinds }: ThreadFlowLocation,
  file: string,
  range: FlowStep['range'],
  snippet: string,
  index: number,
  count: number,
): FlowStep {
  const said = kinds.find((kind) => kind === 'source' || kind === 'sink' || kind === 'sanitizer');
  const role =
    said === 'source' || said === 'sink' || said === 'sanitizer'
      ? said
      : index === 0 && count > 1
        ? 'source'
        : index === count - 1
          ? 'sink'
          : 'propagator';
  return { file, range, snippet, role, message: location?.message?.text ?? '' };
}

/** The steps of each thread, with those that are only referred to put in; broken references are left out. */
function locationsOf(run: Run, { codeFlows }: Result): readonly (readonly ThreadFlowLocation[])[] {
  return codeFlows
    .flatMap(({ threadFlows }) => threadFlows)
    .slice(0, 10)
    .map(({ locations }) =>
      locations.flatMap((step) =>
        step.location || step.index === undefined ? step : (run.threadFlowLocations[step.index] ?? []),
      ),
    )
    .filter((locations) => locations.length > 0);
}
