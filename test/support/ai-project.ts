import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../../scripts/host/workspace.ts';

/** A small shop with something of AI in most of the ways there are. */
const files: Readonly<Record<string, string>> = {
  'package.json': `{
  "name": "helpdesk",
  "dependencies": {
    "@anthropic-ai/sdk": "0.60.0",
    "@qdrant/js-client-rest": "1.15.1",
    "openai": "5.12.2"
  },
  "devDependencies": {
    "promptfoo": "0.118.0"
  }
}
`,
  'src/answer.ts': `import OpenAI from 'openai';

export const client = new OpenAI();

export function backup(text: string): Promise<Response> {
  return fetch('https://api.mistral.ai/v1/chat/completions', { method: 'POST', body: text });
}
`,
  'research/requirements.txt': 'scikit-learn==1.7.1\ntorch==2.8.0\n',
  'research/train.py': 'import torch\nfrom sklearn.svm import SVC\n',
  '.mcp.json': `{
  "mcpServers": {
    "tickets": { "command": "node", "args": ["tools/tickets.js"] },
    "issues": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-github@2025.4.8"] }
  }
}
`,
  'AGENTS.md': '# How to work here\n\nRun the tests before you say that you are done.\n',
  'skills/triage/SKILL.md':
    '---\nname: triage\ndescription: Sorts tickets by urgency.\n---\n\nRead the ticket first.\n',
};

/** Writes the project into a new folder under the system's temporary one. @returns the folder */
export async function aiProject(): Promise<string> {
  const folder = await temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return folder;
}
