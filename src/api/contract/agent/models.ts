import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';

/**
 * The language model of an organization. Its key is held in the memory of the service alone: a service that was
 * started anew has none, unless its environment names one.
 */

export const ModelProvider = z.enum(['openai-compatible', 'anthropic', 'ollama']);
export type ModelProvider = z.output<typeof ModelProvider>;

/** Where models of a provider answer when no address is given. */
export const usualModelAddress = {
  'openai-compatible': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  ollama: 'http://127.0.0.1:11434/v1',
} as const satisfies Record<ModelProvider, string>;

export const ConnectedModel = z.object({
  provider: ModelProvider,
  /** As the provider calls it. */
  name: z.string(),
  /** What people call it. */
  title: z.string(),
  /** Scheme, host and path, without a user or a query. */
  baseUrl: z.string(),
  /** What is sent to it leaves the machine that the service runs on. */
  isRemote: z.boolean(),
  /** Tokens that a request and its answer may have together. */
  contextTokens: z.int().min(1),
  /** `environment`: by whoever runs the service, who agreed for everyone. */
  source: z.enum(['connected', 'environment']),
  connectedAt: Instant,
});
export type ConnectedModel = z.output<typeof ConnectedModel>;

const about = {
  ...organizationScope,
  repositoryId: Id.nullable()
    .default(null)
    .describe('Whose code it is about; null for conversations about no single repository.'),
};

export const connectModel = endpoint({
  id: 'agent.connectModel',
  method: 'POST',
  path: '/api/v2/agent/connectModel',
  summary: 'Have a language model answer in the organization; it is tried with one short request first',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    provider: ModelProvider,
    model: z.string().trim().min(1).max(200),
    title: z.string().trim().min(1).max(200).optional(),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional(),
    socket: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe(
        'Path of a socket (on Windows, name of a pipe) of the service’s own user that the model is reached through, whatever the host of `baseUrl`. For windows of an editor: only the service that one of them started takes it.',
      ),
    apiKey: z
      .string()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Held in memory, never stored, logged or answered.'),
    forwards: z
      .boolean()
      .default(false)
      .describe(
        'It answers on this machine and sends what it is given elsewhere, as the bridge to an editor’s models does.',
      ),
    contextTokens: z.int().min(2_000).max(10_000_000).optional(),
    verify: z
      .boolean()
      .default(true)
      .describe('False for one that was tried before, to a service that was started anew.'),
  }),
  response: z.object({ model: ConnectedModel, testMs: z.int().min(0) }),
});

export const getModel = endpoint({
  id: 'agent.getModel',
  method: 'POST',
  path: '/api/v2/agent/getModel',
  summary:
    'Which language model answers in the organization, and whether code of a repository may be sent to it',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(about),
  response: z.object({
    model: ConnectedModel.nullable(),
    /** True for a model on this machine; of another, once somebody who may run the agent agreed. */
    agreed: z.boolean(),
  }),
});

export const agreeToModel = endpoint({
  id: 'agent.agreeToModel',
  method: 'POST',
  path: '/api/v2/agent/agreeToModel',
  summary:
    'Agree that what the agent looks at in a repository is sent to the model that is connected, or take it back',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: z.strictObject({ ...about, agreed: z.boolean() }),
  response: z.object({ model: ConnectedModel, agreed: z.boolean() }),
});

export const disconnectModel = endpoint({
  id: 'agent.disconnectModel',
  method: 'POST',
  path: '/api/v2/agent/disconnectModel',
  summary: 'Forget the model and its key; the agent answers without one',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(organizationScope),
  /** The one of the environment, where there is one, answers again. */
  response: z.object({ model: ConnectedModel.nullable() }),
});
