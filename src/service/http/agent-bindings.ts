import { contract } from '../../api/contract/index.ts';
import { deleteChatThread } from '../agent/chat-threads.ts';
import { getConfig, updateConfig, updateMemberPermissions } from '../agent/config.ts';
import {
  archiveConversation,
  createConversation,
  getConversation,
  listConversations,
  sendMessage,
  unarchiveConversation,
} from '../agent/conversations.ts';
import { answerToolCall, cancelJob, getJob, listJobs } from '../agent/jobs.ts';
import { type Binding, bind } from './bind.ts';

const { chatThreads, agentConfig, agentConversations, agentJobs } = contract;

/** The operations of the agent. */
export const agentBindings: readonly Binding[] = [
  bind(chatThreads.deleteChatThread, deleteChatThread),
  bind(agentConfig.getConfig, getConfig),
  bind(agentConfig.updateConfig, updateConfig),
  bind(agentConfig.updateMemberPermissions, updateMemberPermissions),
  bind(agentConversations.createConversation, createConversation),
  bind(agentConversations.listConversations, listConversations),
  bind(agentConversations.getConversation, getConversation),
  bind(agentConversations.sendMessage, sendMessage),
  bind(agentConversations.archiveConversation, archiveConversation),
  bind(agentConversations.unarchiveConversation, unarchiveConversation),
  bind(agentJobs.listJobs, listJobs),
  bind(agentJobs.getJob, getJob),
  bind(agentJobs.cancelJob, cancelJob),
  bind(agentJobs.answerToolCall, answerToolCall),
];
