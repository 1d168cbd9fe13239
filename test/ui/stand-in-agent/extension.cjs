'use strict';
const vscode = require('vscode');

/** The editor's chat is open for participants once it has one that answers what nobody else is asked. */
exports.activate = async ({ subscriptions }) => {
  const answer = async (_request, _context, stream) => {
    stream.markdown('Nobody in particular was asked.');
    return {};
  };
  subscriptions.push(vscode.chat.createChatParticipant('parapet-tests.stand-in', answer));
  // The chat has only models that were asked for once.
  await vscode.lm.selectChatModels({ vendor: 'parapet-tests' });
};
