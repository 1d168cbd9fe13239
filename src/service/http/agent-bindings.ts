import { contract } from '../../api/contract/index.ts';
import {
  activatePlaybook,
  installPlaybook,
  listPlaybooks,
  pausePlaybook,
  uninstallPlaybook,
  updatePlaybook,
} from '../agent/automations/playbooks/playbooks.ts';
import {
  createCronSchedule,
  deleteCronSchedule,
  listCronSchedules,
  triggerCronSchedule,
  updateCronSchedule,
} from '../agent/automations/schedules.ts';
import { getTriggerEvent, listTriggerHistory } from '../agent/automations/trigger-history.ts';
import { deleteEventTrigger, listEventTriggers, upsertEventTrigger } from '../agent/automations/triggers.ts';
import {
  deleteChatChannel,
  getChatChannel,
  listChatMessages,
  previewChatChannel,
  setChatChannel,
  testChatChannel,
  turnOffChatChannel,
  turnOnChatChannel,
} from '../agent/channel/settings.ts';
import { getConfig, updateConfig } from '../agent/config.ts';
import { deleteChatThread } from '../agent/conversations/chat-threads.ts';
import {
  archiveConversation,
  createConversation,
  getConversation,
  listConversations,
  sendMessage,
  unarchiveConversation,
} from '../agent/conversations/conversations.ts';
import { answerToolCall, cancelJob, getJob, listJobs } from '../agent/conversations/jobs.ts';
import { listPatches } from '../agent/conversations/results.ts';
import { clearMemories, createMemory, deleteMemory, listMemories, updateMemory } from '../agent/memories.ts';
import { listMemberPermissions, updateMemberPermissions } from '../agent/permissions.ts';
import { agreeToModel, connectModel, disconnectModel, getModel } from '../models/models.ts';
import { listPullRequests } from '../patches/pull-requests/list.ts';
import { type Binding, bind } from './bind.ts';

const {
  chatThreads,
  agentConfig,
  chatChannel,
  agentConversations,
  agentJobs,
  agentSchedules,
  agentTriggers,
  agentMemories,
  agentPlaybooks,
  agentResults,
  agentModels,
} = contract;

/** The operations of the agent. */
export const agentBindings: readonly Binding[] = [
  bind(chatThreads.deleteChatThread, deleteChatThread),
  bind(agentConfig.getConfig, getConfig),
  bind(agentConfig.updateConfig, updateConfig),
  bind(agentConfig.listMemberPermissions, listMemberPermissions),
  bind(agentConfig.updateMemberPermissions, updateMemberPermissions),
  bind(chatChannel.getChatChannel, getChatChannel),
  bind(chatChannel.setChatChannel, setChatChannel),
  bind(chatChannel.previewChatChannel, previewChatChannel),
  bind(chatChannel.turnOnChatChannel, turnOnChatChannel),
  bind(chatChannel.turnOffChatChannel, turnOffChatChannel),
  bind(chatChannel.testChatChannel, testChatChannel),
  bind(chatChannel.deleteChatChannel, deleteChatChannel),
  bind(chatChannel.listChatMessages, listChatMessages),
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
  bind(agentModels.connectModel, connectModel),
  bind(agentModels.getModel, getModel),
  bind(agentModels.agreeToModel, agreeToModel),
  bind(agentModels.disconnectModel, disconnectModel),
  bind(agentSchedules.listCronSchedules, listCronSchedules),
  bind(agentSchedules.createCronSchedule, createCronSchedule),
  bind(agentSchedules.updateCronSchedule, updateCronSchedule),
  bind(agentSchedules.deleteCronSchedule, deleteCronSchedule),
  bind(agentSchedules.triggerCronSchedule, triggerCronSchedule),
  bind(agentTriggers.listEventTriggers, listEventTriggers),
  bind(agentTriggers.upsertEventTrigger, upsertEventTrigger),
  bind(agentTriggers.deleteEventTrigger, deleteEventTrigger),
  bind(agentTriggers.listTriggerHistory, listTriggerHistory),
  bind(agentTriggers.getTriggerEvent, getTriggerEvent),
  bind(agentMemories.listMemories, listMemories),
  bind(agentMemories.createMemory, createMemory),
  bind(agentMemories.updateMemory, updateMemory),
  bind(agentMemories.deleteMemory, deleteMemory),
  bind(agentMemories.clearMemories, clearMemories),
  bind(agentPlaybooks.listPlaybooks, listPlaybooks),
  bind(agentPlaybooks.installPlaybook, installPlaybook),
  bind(agentPlaybooks.updatePlaybook, updatePlaybook),
  bind(agentPlaybooks.activatePlaybook, activatePlaybook),
  bind(agentPlaybooks.pausePlaybook, pausePlaybook),
  bind(agentPlaybooks.uninstallPlaybook, uninstallPlaybook),
  bind(agentResults.listPatches, listPatches),
  bind(agentResults.listPullRequests, listPullRequests),
];
