import assert from 'node:assert/strict';
import { getConversation, listConversations } from '../../../src/api/contract/agent/conversations.ts';
import { jobStream } from '../../../src/api/contract/agent/job-stream.ts';
import { getJob } from '../../../src/api/contract/agent/jobs.ts';
import { readTolerantly } from '../../../src/api/tolerant.ts';

describe('the tolerant reading of what the agent of another service says', () => {
  it('fills in what is left out of conversations, jobs and messages', () => {
    const answer = {
      conversation: { id: 17, source: 'chat_tool', unknown: 1 },
      jobs: [{ id: 'a', conversationId: 17, status: 'in_progress' }],
      messages: [{ id: 'm', role: 'assistant', content: 'Hello.' }],
    };
    const { conversation, jobs, messages } = readTolerantly(getConversation.response, answer);
    assert.equal(conversation.id, '17');
    assert.equal(conversation.source, 'chatTool');
    assert.equal(conversation.repositoryId, null);
    assert.equal(conversation.messageCount, 0);
    assert.equal(jobs[0]?.status, 'RUNNING');
    assert.deepEqual(jobs[0]?.trace.sent, []);
    assert.equal(jobs[0]?.finishedAt, null);
    assert.deepEqual(messages[0]?.parts, [{ type: 'text', text: 'Hello.' }]);
    assert.equal(messages[0]?.state, 'complete');
    assert.deepEqual(messages[0]?.attachments, []);
  });

  it('takes a bare list of conversations and other words for how a job stands', () => {
    assert.equal(readTolerantly(listConversations.response, [{ id: 'c' }]).conversations.length, 1);
    for (const [word, status] of [
      ['pending', 'PENDING'],
      ['Queued', 'PENDING'],
      ['succeeded', 'COMPLETED'],
      ['canceled', 'CANCELLED'],
      ['error', 'FAILED'],
    ]) {
      const job = { id: 'a', conversationId: 'c', status: word, error: 'why' };
      const read = readTolerantly(getJob.response, { job, messages: [] }).job;
      assert.deepEqual([read.status, read.errorMessage], [status, 'why']);
    }
  });

  it('ends a stream whose last event tells nothing but that', () => {
    const done = readTolerantly(jobStream.events.done, { jobId: 'a', status: 'completed', trace: {} });
    assert.equal(done.status, 'COMPLETED');
    assert.equal(done.trace.steps, 0);
  });
});
