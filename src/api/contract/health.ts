import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Empty } from './fields.ts';

/** Is it there, can it serve, and which interface is it? Answered without credentials. */

export const healthz = endpoint({
  id: 'health.alive',
  method: 'GET',
  path: '/healthz',
  summary: 'The process is alive',
  source: 'extended',
  effect: 'reads',
  auth: 'none',
  idempotent: true,
  request: Empty,
  response: z.object({
    status: z.literal('ok'),
    service: z.string(),
    version: z.string(),
    /** Description version of the interface. */
    interfaceVersion: z.string(),
  }),
});

export const readyz = endpoint({
  id: 'health.ready',
  method: 'GET',
  path: '/readyz',
  summary: 'The service can take requests; 503 while it cannot',
  source: 'extended',
  effect: 'reads',
  auth: 'none',
  errors: [503],
  idempotent: true,
  request: Empty,
  response: z.object({
    status: z.literal('ready'),
    /** What the user should know of this start, e.g. that a damaged database was put aside. */
    notices: z.array(z.string()).optional(),
  }),
});
