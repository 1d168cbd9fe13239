import * as z from 'zod';
import type { Tool } from '../agent/tool.ts';

/** A tool as MCP lists it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObjectSchema;
  readonly outputSchema?: JsonObjectSchema;
  readonly annotations: ToolAnnotations;
}

export type JsonObjectSchema = { readonly type: 'object' } & Record<string, unknown>;

/** Hints of the protocol; what is asked of a person is decided here, not by them. */
export interface ToolAnnotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export function describeTool(tool: Tool): ToolDescription {
  const { name, title, description, effect } = tool;
  return {
    name,
    title,
    description,
    inputSchema: schemaOf(tool.input, 'input'),
    ...(tool.output && { outputSchema: schemaOf(tool.output, 'output') }),
    annotations: {
      title,
      readOnlyHint: effect === 'none' && !tool.derives,
      destructiveHint: effect === 'workspace',
      idempotentHint: effect !== 'workspace',
      // Everything is about the code that the service knows.
      openWorldHint: false,
    },
  };
}

/**
 * JSON Schema of what is sent (`input`: defaults may be left out) or answered. A model reads all of it with every request, so
 * what says nothing to it is left out: patterns beside a format, and bounds that are those of every integer.
 */
export function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonObjectSchema {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return { ...described, type: 'object' };
}
