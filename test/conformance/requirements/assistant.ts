import { operation, states } from './requirement.ts';

/** Section 4.2: the AI assistant. */
export const assistant = {
  '4.2.agent.1': operation('POST /api/v2/agent/getConfig', 'Configuration and event triggers'),
  '4.2.agent.2': operation(
    'POST /api/v2/agent/updateConfig',
    'On and off, channel, concurrent runs, instructions',
  ),
  '4.2.agent.3': operation('POST /api/v2/agent/createConversation', 'With a first message: with a job'),
  '4.2.agent.4': operation('POST /api/v2/agent/listConversations', 'By page, search and source'),
  '4.2.agent.5': operation('POST /api/v2/agent/getConversation', 'With jobs and messages'),
  '4.2.agent.6': operation('POST /api/v2/agent/sendMessage', 'A follow-up message'),
  '4.2.agent.7': operation('POST /api/v2/agent/archiveConversation', 'Archives'),
  '4.2.agent.8': operation('POST /api/v2/agent/unarchiveConversation', 'Restores'),
  '4.2.agent.9': operation('POST /api/v2/agent/listJobs', 'By status and trigger'),
  '4.2.agent.10': operation('POST /api/v2/agent/getJob', 'A job with its messages'),
  '4.2.agent.11': operation('POST /api/v2/agent/cancelJob', 'Cancels one that waits or runs'),
  '4.2.agent.12': operation('POST /api/v2/agent/listCronSchedules', 'Lists schedules'),
  '4.2.agent.13': operation(
    'POST /api/v2/agent/createCronSchedule',
    'Expression, prompt, repositories, tags',
  ),
  '4.2.agent.14': operation('POST /api/v2/agent/updateCronSchedule', 'Changes one'),
  '4.2.agent.15': operation('POST /api/v2/agent/deleteCronSchedule', 'Deletes one'),
  '4.2.agent.16': operation('POST /api/v2/agent/triggerCronSchedule', 'Runs one by hand'),
  '4.2.agent.17': operation('POST /api/v2/agent/listEventTriggers', 'Lists triggers'),
  '4.2.agent.18': operation('POST /api/v2/agent/upsertEventTrigger', 'Makes or changes one'),
  '4.2.agent.19': operation('POST /api/v2/agent/deleteEventTrigger', 'Deletes one'),
  '4.2.agent.20': operation('POST /api/v2/agent/listMemories', 'Lists what is remembered'),
  '4.2.agent.21': operation('POST /api/v2/agent/updateMemory', 'Changes an entry'),
  '4.2.agent.22': operation('POST /api/v2/agent/deleteMemory', 'Deletes an entry'),
  '4.2.agent.23': operation('POST /api/v2/agent/clearMemories', 'Deletes all'),
  '4.2.agent.24': operation('POST /api/v2/agent/listPatches', 'Patches that jobs made (no path is given)'),
  '4.2.agent.25': operation('POST /api/v2/agent/listPullRequests', 'Pull requests (no path is given)'),
  '4.2.agent.26': operation(
    'POST /api/v2/agent/listTriggerHistory',
    'History of triggers (no path is given)',
  ),
  '4.2.agent.27': operation('POST /api/v2/agent/getTriggerEvent', 'One trigger event (no path is given)'),
  '4.2.agent.28': operation(
    'GET /api/v2/agent/jobs/{jobId}/stream',
    'A job as it happens (no path is given)',
  ),
  '4.2.agent.29': operation('POST /api/v2/agent/activatePlaybook', 'Activates a playbook (no path is given)'),
  '4.2.agent.30': operation('POST /api/v2/agent/pausePlaybook', 'Pauses it (no path is given)'),
  '4.2.agent.31': operation('POST /api/v2/agent/uninstallPlaybook', 'Uninstalls it (no path is given)'),
  '4.2.agent.35': operation(
    'POST /api/v2/agent/listPlaybooks',
    'Templates, and what is installed (no path is given)',
  ),
  '4.2.agent.32': states('Parameters of templates are text, number, toggle or select'),
  '4.2.agent.33': states('Conversations and jobs of a repository are hidden from who cannot see it'),
  '4.2.agent.34': states(
    'Triggers, playbooks, history, one event and the instructions take Agent View alone',
  ),
} as const;
