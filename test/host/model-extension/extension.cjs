'use strict';
const vscode = require('vscode');

/**
 * A language model of the editor whose answers a test writes: `answer(messages, options, progress, token)` is called
 * for each request. What it was asked is in `requests`.
 */
exports.activate = (context) => {
  const script = { answer: async () => undefined, requests: [] };
  const information = {
    id: 'scripted',
    name: 'Scripted Editor Model',
    family: 'scripted',
    version: '1',
    maxInputTokens: 64_000,
    maxOutputTokens: 8_000,
    capabilities: { toolCalling: true },
  };
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('parapet-tests', {
      provideLanguageModelChatInformation: async () => [information],
      provideLanguageModelChatResponse: async (_model, messages, options, progress, token) => {
        script.requests.push({ messages, options });
        await script.answer(messages, options, progress, token);
      },
      provideTokenCount: async (_model, text) => Math.ceil(JSON.stringify(text).length / 4),
    }),
  );
  return script;
};
