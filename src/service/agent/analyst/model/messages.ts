import type { AssistantContent, ModelMessage, ToolResultPart } from 'ai';
import { asData } from '../../../../agent/data.ts';
import type { AgentMessage, Attachment, ToolCall } from '../../../../api/contract/agent/message.ts';
import type { Outgoing } from './outgoing.ts';

/** A conversation as a model is given it. */

/** Of what a tool answered, in characters: what was asked last may be long, earlier answers are for reference. */
const longestResult = 16_000;
const longestEarlierResult = 4_000;

export async function modelMessages(
  history: readonly AgentMessage[],
  answered: ToolCall | undefined,
  outgoing: Outgoing,
): Promise<ModelMessage[]> {
  const messages: ModelMessage[] = [];
  for (const [index, message] of history.entries()) {
    if (message.role === 'user') messages.push({ role: 'user', content: await spoken(message, outgoing) });
    else messages.push(...(await rounds(message, answered, outgoing, index === history.length - 1)));
  }
  return messages;
}

async function spoken({ parts, attachments }: AgentMessage, outgoing: Outgoing): Promise<string> {
  const words = parts.flatMap((part) => (part.type === 'text' ? [outgoing.text(part.text)] : []));
  const shown = await Promise.all(attachments.map((attachment) => attached(attachment, outgoing)));
  return [...words, ...shown].join('\n\n');
}

async function attached(attachment: Attachment, outgoing: Outgoing): Promise<string> {
  switch (attachment.kind) {
    case 'issue':
      return `Attached: the issue ${attachment.issueId}. explain_issue tells about it.`;
    case 'file':
      return `Attached: the file ${asData(attachment.path, 'attached path')} read_code reads it.`;
    case 'selection': {
      const { path, startLine, endLine, text } = attachment;
      const code = await outgoing.code(path, text);
      if (code === undefined) return 'Attached: a selection of a file that is kept from language models.';
      return `Attached: ${asData(code, `${path}, lines ${startLine} to ${endLine}`)}`;
    }
  }
}

/** What the agent said and did: each call of a tool with its answer right after it. */
async function rounds(
  { parts }: AgentMessage,
  answered: ToolCall | undefined,
  outgoing: Outgoing,
  isLast: boolean,
): Promise<ModelMessage[]> {
  const messages: ModelMessage[] = [];
  let said: Exclude<AssistantContent, string> = [];
  for (const part of parts) {
    if (part.type === 'text') {
      if (part.text.trim() !== '') said.push({ type: 'text', text: outgoing.text(part.text) });
    } else if (part.type === 'tool') {
      const call = part.call.id === answered?.id ? answered : part.call;
      const { id, name } = call;
      said.push({ type: 'tool-call', toolCallId: id, toolName: name, input: call.input ?? {} });
      messages.push({ role: 'assistant', content: said });
      const text = await outcome(call, outgoing);
      messages.push({
        role: 'tool',
        content: [resultPart(id, name, cut(text, isLast ? longestResult : longestEarlierResult))],
      });
      said = [];
    }
  }
  if (said.length > 0) messages.push({ role: 'assistant', content: said });
  return messages;
}

/** What a call came to, in words for the model; its answer as data. */
export async function outcome(call: ToolCall, outgoing: Outgoing): Promise<string> {
  switch (call.status) {
    case 'COMPLETED':
      return asData(cut(await outgoing.result(call), longestResult), call.name);
    case 'DECLINED':
      return 'The person declined. Nothing was done. Do not ask for it again.';
    case 'FAILED':
      return `It failed: ${asData(await outgoing.result({ ...call, result: undefined }), call.name)}`;
    case 'AWAITING_CONSENT':
      return 'The person was asked and has not answered. Nothing was done.';
    case 'RUNNING':
      return 'It was interrupted. Whether it was done is not known.';
  }
}

export function resultPart(toolCallId: string, toolName: string, value: string): ToolResultPart {
  return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } };
}

function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most)}\n(${text.length - most} more characters were left out)`;
}
