import type { AssistantContent, ModelMessage, ToolResultPart } from 'ai';
import { asData } from '../../agent/data.ts';
import type { AgentMessage, Attachment, ToolCall } from '../../api/contract/agent/message.ts';
import type { Outgoing } from './outgoing.ts';

/** A conversation as a model is given it. */

/** Characters of what a tool answered in an earlier turn: it is there for reference. */
const longestEarlierResult = 4_000;

/** @param longest characters that what a tool answered may have */
export async function modelMessages(
  history: readonly AgentMessage[],
  answered: ToolCall | undefined,
  outgoing: Outgoing,
  longest: number,
): Promise<ModelMessage[]> {
  const messages: ModelMessage[] = [];
  for (const [index, message] of history.entries()) {
    if (message.role === 'user') messages.push({ role: 'user', content: await spoken(message, outgoing) });
    else
      messages.push(
        ...(await rounds(
          message,
          answered,
          outgoing,
          index === history.length - 1 ? longest : Math.min(longest, longestEarlierResult),
        )),
      );
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
  longest: number,
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
      const text = await outcome(call, outgoing, longest);
      messages.push({
        role: 'tool',
        content: [resultPart(id, name, text)],
      });
      said = [];
    }
  }
  if (said.length > 0) messages.push({ role: 'assistant', content: said });
  return messages;
}

/** What a call came to, in words for the model; its answer as data. */
export async function outcome(call: ToolCall, outgoing: Outgoing, longest: number): Promise<string> {
  switch (call.status) {
    case 'COMPLETED':
      return asData(cut(await outgoing.result(call), longest), call.name);
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
