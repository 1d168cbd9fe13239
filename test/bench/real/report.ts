/** What a scan found, as far as it is compared: read from its SARIF log, kept in the cache. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { cweNumber } from './same-harm.ts';

const placeSchema = z.object({ file: z.string(), start: z.int(), end: z.int() });
const findingSchema = z.object({
  rule: z.string(),
  severity: z.string(),
  score: z.number(),
  confidence: z.number(),
  cwes: z.array(z.number()),
  message: z.string(),
  /** Where it is reported, then the steps of its flows. */
  places: z.array(placeSchema),
  /** Other places of the same cause. */
  related: z.array(placeSchema),
});

export const scanSchema = z.object({
  repo: z.string(),
  commit: z.string(),
  folders: z.array(z.string()),
  cpuSeconds: z.number(),
  seconds: z.number(),
  peakMb: z.number(),
  /** Objects that the clone lacks. */
  lacking: z.int(),
  /** What the scan says was not analysed, or in part. */
  notices: z.int(),
  findings: z.array(findingSchema),
});

export type FoundPlace = z.infer<typeof placeSchema>;
export type Found = z.infer<typeof findingSchema>;
export type Scan = z.infer<typeof scanSchema>;

/** Whether a finding is one that somebody is woken for. */
export function isAlarm({ severity }: Pick<Found, 'severity'>): boolean {
  return severity === 'HIGH' || severity === 'CRITICAL';
}

const locationSchema = z.object({
  physicalLocation: z
    .object({
      artifactLocation: z.object({ uri: z.string() }),
      region: z.object({ startLine: z.int(), endLine: z.int().optional() }).optional(),
    })
    .optional(),
});

const logSchema = z.object({
  runs: z.array(
    z.object({
      invocations: z
        .array(z.object({ toolExecutionNotifications: z.array(z.unknown()).default([]) }))
        .default([]),
      results: z.array(
        z.object({
          ruleId: z.string(),
          message: z.object({ text: z.string() }),
          taxa: z.array(z.object({ id: z.string() })).default([]),
          locations: z.array(locationSchema).default([]),
          relatedLocations: z.array(locationSchema).default([]),
          codeFlows: z
            .array(
              z.object({
                threadFlows: z.array(
                  z.object({ locations: z.array(z.object({ location: locationSchema.optional() })) }),
                ),
              }),
            )
            .default([]),
          properties: z.object({ severity: z.string(), score: z.number(), confidence: z.number() }),
        }),
      ),
    }),
  ),
});

/** @throws ZodError where it is no log of ours */
export async function readReport(file: string): Promise<Pick<Scan, 'findings' | 'notices'>> {
  const { runs } = logSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  return {
    notices: runs
      .flatMap(({ invocations }) => invocations)
      .reduce((sum, { toolExecutionNotifications }) => sum + toolExecutionNotifications.length, 0),
    findings: runs.flatMap(({ results }) =>
      results.map(({ ruleId, message, taxa, locations, relatedLocations, codeFlows, properties }) => ({
        rule: ruleId,
        ...properties,
        cwes: taxa.map(({ id }) => cweNumber(id)),
        message: message.text,
        places: [
          ...locations,
          ...codeFlows.flatMap(({ threadFlows }) =>
            threadFlows.flatMap((flow) => flow.locations.map(({ location }) => location)),
          ),
        ].flatMap(placeOf),
        related: relatedLocations.flatMap(placeOf),
      })),
    ),
  };
}

function placeOf(location: z.infer<typeof locationSchema> | undefined): FoundPlace[] {
  const { artifactLocation, region } = location?.physicalLocation ?? {};
  if (!artifactLocation) return [];
  const start = region?.startLine ?? 0;
  return [{ file: decodeURIComponent(artifactLocation.uri), start, end: region?.endLine ?? start }];
}
