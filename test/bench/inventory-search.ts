import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParsedRequestOf } from '../../src/api/contract/endpoint.ts';
import type { contract } from '../../src/api/contract/index.ts';
import type { AiComponent } from '../../src/engine/ai-inventory/component.ts';
import { searchAiInventory } from '../../src/service/ai-inventory/ai-inventory.ts';
import { recordInventory } from '../../src/service/ai-inventory/ai-inventory-record.ts';
import { type Core, instant, newId } from '../../src/service/core/context.ts';
import { type Cursors, cursorsOf } from '../../src/service/core/cursors.ts';
import { PublicAddress } from '../../src/service/core/public-address.ts';
import { ensureFirstOrganization } from '../../src/service/lifecycle/bootstrap.ts';
import { relaxed } from '../../src/service/store/dialect.ts';
import { databaseFileName, openStore } from '../../src/service/store/open.ts';

type Request = ParsedRequestOf<typeof contract.aiInventory.searchAiInventory>;

const repositories = 10_000;
const componentsEach = 100;
const rounds = 20;

const kinds = ['LLM_SDK', 'MCP_SERVER', 'VECTOR_DB', 'ML_FRAMEWORK', 'SKILL', 'AGENT_INSTRUCTIONS'] as const;
const providers = ['OpenAI', 'Anthropic', 'Google', 'Mistral', 'Qdrant', 'Hugging Face', undefined] as const;

/** The search over the inventories of 10,000 repositories with 100 components each, on the embedded store. */
export async function bench(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-inventory-'));
  const { db, close } = await openStore(folder);
  try {
    const core: Core & { cursors: Cursors } = {
      db,
      now: () => new Date(),
      localRepositories: true,
      publicAddress: new PublicAddress(undefined),
      happened: () => {},
      cursors: await cursorsOf(db),
    };
    const { organizationId, userId } = await ensureFirstOrganization(core, db);
    const building = performance.now();
    await fill(core, organizationId);
    const buildSeconds = (performance.now() - building) / 1000;
    const caller = { userId, credential: { kind: 'token', id: newId(), organizationId } } as const;
    const times: number[] = [];
    const processorTimes: number[] = [];
    const slowest: Record<string, number> = {};
    for (const [name, request] of Object.entries(requests)) {
      const own: number[] = [];
      const ownProcessor: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const started = performance.now();
        const before = process.cpuUsage();
        await searchAiInventory(core, caller, { organizationId, limit: 10, ...request });
        own.push(performance.now() - started);
        const { user, system } = process.cpuUsage(before);
        ownProcessor.push((user + system) / 1e3);
      }
      times.push(...own);
      processorTimes.push(...ownProcessor);
      slowest[name] = round1(at(own, 0.95));
      console.log(
        `${name.padEnd(34)} p50 ${round1(at(own, 0.5))} ms  p95 ${slowest[name]} ms, of the processor ${round1(at(ownProcessor, 0.5))} and ${round1(at(ownProcessor, 0.95))} ms`,
      );
    }
    return {
      repositories,
      components: repositories * componentsEach,
      storeMb: Math.round(statSync(join(folder, databaseFileName)).size / 1e6),
      buildSeconds: Math.round(buildSeconds),
      p50Ms: round1(at(times, 0.5)),
      p95Ms: round1(at(times, 0.95)),
      p95ProcessorMs: round1(at(processorTimes, 0.95)),
      p95MsByQuery: slowest,
    };
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const requests: Readonly<Record<string, Partial<Request>>> = {
  'no filter': {},
  'no filter, 50 rows': { limit: 50 },
  'one kind': { kinds: ['MCP_SERVER'] },
  'kind, usage and tier': { kinds: ['VECTOR_DB', 'SKILL'], usages: ['RUNTIME'], tiers: ['GENAI'] },
  'one provider': { providers: ['qdrant'] },
  'a provider that nobody has': { providers: ['nobody'] },
  'detection source': { detectionSources: ['CONFIG_FILE'] },
  'text in many names': { searchQuery: 'package-1' },
  'text in one repository': { searchQuery: 'src/app-4242/' },
  'text in none': { searchQuery: 'nowhere at all' },
  'one letter': { searchQuery: 'q' },
  'text and kind': { searchQuery: 'package-77', kinds: ['LLM_SDK'] },
  'text and kind that never meet': { searchQuery: 'src/app-9', kinds: ['LLM_SDK'] },
};

async function fill(core: Core, organizationId: string): Promise<void> {
  const now = instant(core);
  for (let first = 0; first < repositories; first += 100) {
    await relaxed(core.db, async (transaction) => {
      for (let index = first; index < first + 100; index++) {
        const id = newId();
        await transaction
          .insertInto('repositories')
          .values({
            id,
            organization_id: organizationId,
            name: `repository-${index}`,
            type: 'local',
            url: null,
            root: null,
            identity: `bench/${index}`,
            default_branch: null,
            created_at: now,
            updated_at: now,
          })
          .execute();
        const finishedAt = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
        const scan = { id: newId(), organizationId, repositoryId: id, finishedAt };
        await recordInventory(transaction, scan, componentsOf(index), new Set());
      }
    });
  }
}

/** Packages have names that many repositories share; of the files, most are the repository's own. */
function componentsOf(index: number): readonly AiComponent[] {
  return Array.from({ length: componentsEach }, (_, position): AiComponent => {
    const pick = (index * 31 + position * 17) >>> 0;
    const provider = providers[pick % providers.length];
    const isPackage = position % 2 === 0;
    const directory = `src/app-${index}/part-${position % 7}`;
    return {
      kind: isPackage ? (kinds[pick % 4] ?? 'LLM_SDK') : (kinds[4 + (pick % 2)] ?? 'SKILL'),
      name: isPackage ? `package-${pick % 600}` : `skill-${pick % 5000}`,
      ...(provider === undefined ? {} : { provider }),
      usage: pick % 3 === 0 ? 'DEV_TOOLING' : 'RUNTIME',
      usageReason: 'Made for the benchmark.',
      tier: pick % 5 === 0 ? 'CLASSIC_ML' : 'GENAI',
      detectionSource: isPackage ? 'SCA_PACKAGE' : pick % 2 === 0 ? 'FILE_PATH' : 'CONFIG_FILE',
      ...(isPackage ? { manifestPath: 'package.json' } : {}),
      filePath: isPackage ? 'package.json' : `${directory}/SKILL-${position}.md`,
      line: position + 1,
    };
  });
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const round1 = (ms: number): number => Math.round(ms * 10) / 10;
