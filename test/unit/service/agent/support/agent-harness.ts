import assert from 'node:assert/strict';
import * as z from 'zod';
import { type Tool, ToolFailure } from '../../../../../src/agent/tool.ts';
import { contract } from '../../../../../src/api/contract/index.ts';
import { type AgentLimits, usualLimits } from '../../../../../src/service/agent/setup.ts';
import { insertOrganization } from '../../../../../src/service/organizations/organizations.ts';
import { issueToken } from '../../../../../src/service/organizations/tokens.ts';
import { insertMember } from '../../../../../src/service/teams/default-team.ts';
import { authHeaders, type Credentials, Harness } from '../../support/harness.ts';
import { ScriptedAnalyst } from './scripted-analyst.ts';

const { agentConversations, agentJobs } = contract;

export interface SentEvent {
  readonly id: number;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** A service whose analyst and tools do what a test says. */
export class AgentHarness implements AsyncDisposable {
  readonly analyst = new ScriptedAnalyst();
  readonly ran: { readonly name: string; readonly input: unknown }[] = [];
  readonly tools: Tool[] = [...toolsOf(this.ran)];
  limits: AgentLimits = usualLimits;
  harness!: Harness;

  static async start(options: { limits?: Partial<AgentLimits>; heartbeatMs?: number } = {}) {
    const agent = new AgentHarness();
    agent.limits = { ...usualLimits, ...options.limits };
    agent.harness = await Harness.start({ ...options, agent: agent.setup });
    return agent;
  }

  get setup() {
    return { chooseAnalyst: async () => this.analyst, tools: async () => this.tools, limits: this.limits };
  }

  get call(): Harness['call'] {
    return this.harness.call.bind(this.harness);
  }

  get refusal(): Harness['refusal'] {
    return this.harness.refusal.bind(this.harness);
  }

  get db() {
    return this.harness.service.core.db;
  }

  async ask(initialMessage: string, rest: { repositoryId?: string } = {}) {
    const { conversation, job } = await this.call(agentConversations.createConversation, {
      initialMessage,
      ...rest,
    });
    assert.ok(job);
    return { conversationId: conversation.id, jobId: job.id };
  }

  async job(jobId: string) {
    return this.call(agentJobs.getJob, { jobId });
  }

  async ended(jobId: string) {
    await until(async () => (await this.job(jobId)).job.finishedAt !== null);
    return this.job(jobId);
  }

  /** What the agent said to a message, when it has. */
  async answerTo(initialMessage: string) {
    const asked = await this.ask(initialMessage);
    return { ...asked, ...(await this.ended(asked.jobId)) };
  }

  async stream(
    jobId: string,
    lastEventId?: number,
    credentials = this.harness.credentials,
  ): Promise<Response> {
    return this.harness.request(`/api/v2/agent/jobs/${jobId}/stream`, {
      headers: {
        ...authHeaders(credentials),
        ...(lastEventId === undefined ? {} : { 'Last-Event-ID': String(lastEventId) }),
      },
    });
  }

  async events(jobId: string, lastEventId?: number): Promise<SentEvent[]> {
    return parseEvents(await (await this.stream(jobId, lastEventId)).text());
  }

  /** A MEMBER of the first organization. */
  async member(): Promise<Credentials & { readonly memberId: string }> {
    const { core } = this.harness.service;
    const { organization_id: organizationId } = await core.db
      .selectFrom('tokens')
      .select('organization_id')
      .where('id', '=', this.harness.credentials.tokenId)
      .executeTakeFirstOrThrow();
    const userId = await this.#person();
    const memberId = await insertMember(core, core.db, { organizationId, userId, role: 'MEMBER' });
    const { token, secret } = await issueToken(core, core.db, { organizationId, userId, days: 1 });
    return { tokenId: token.id, tokenSecret: secret, memberId };
  }

  /** An ADMIN of another organization. */
  async stranger(): Promise<Credentials> {
    const { core } = this.harness.service;
    const userId = await this.#person();
    const { id } = await insertOrganization(core, core.db, { name: 'Elsewhere', adminId: userId });
    const { token, secret } = await issueToken(core, core.db, { organizationId: id, userId, days: 1 });
    return { tokenId: token.id, tokenSecret: secret };
  }

  async #person(): Promise<string> {
    const id = crypto.randomUUID();
    const { core } = this.harness.service;
    const email = `${id}@example.com`;
    await core.db
      .insertInto('users')
      .values({ id, email, name: null, created_at: core.now().toISOString() })
      .execute();
    return id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.harness[Symbol.asyncDispose]();
  }
}

/** One tool of each kind of effect, each of which notes that it ran. */
function toolsOf(ran: { name: string; input: unknown }[]): Tool[] {
  const input = z.object({ what: z.string().max(10_000), fail: z.boolean().default(false) });
  const tool = (name: string, effect: Tool['effect']): Tool<typeof input> => ({
    name,
    title: name,
    description: `Does ${name}.`,
    input,
    effect,
    ...(effect !== 'none' && {
      consent: async ({ what }) => ({
        title: `${name} ${what}?`,
        detail: `It will ${name} ${what}.`,
        confirm: 'Do',
      }),
    }),
    run: async (given) => {
      ran.push({ name, input: given });
      if (given.fail) throw new ToolFailure('It cannot be done today.');
      return { text: `${name}: ${given.what}`, data: { what: given.what }, places: [] };
    },
  });
  return [tool('look', 'none'), tool('change', 'service'), tool('write', 'workspace')];
}

export function parseEvents(text: string): SentEvent[] {
  return text.split('\n\n').flatMap((block) => {
    const fields = new Map(
      block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const event = fields.get('event');
    if (event === undefined) return [];
    return [{ id: Number(fields.get('id')), event, data: JSON.parse(fields.get('data') ?? '{}') }];
  });
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 10_000; !(await condition()); ) {
    assert.ok(performance.now() < end, 'waited for 10 s');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
