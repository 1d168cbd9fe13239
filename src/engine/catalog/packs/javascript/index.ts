import type { PackInput } from '../../schema.ts';
import { browser } from './browser.ts';
import { core } from './core.ts';
import { data } from './data.ts';
import { decoding } from './decoding.ts';
import { documents } from './documents.ts';
import { express } from './express.ts';
import { frameworks } from './frameworks.ts';
import { jquery } from './jquery.ts';
import { languageModels } from './language-models.ts';
import { messagesPack } from './messages.ts';
import { nodeCrypto } from './node-crypto.ts';
import { nodeNetwork } from './node-network.ts';
import { nodeSystem } from './node-system.ts';
import { programs } from './programs.ts';
import { requests } from './requests.ts';
import { routedFiles } from './routed-files.ts';
import { sessionsPack } from './sessions.ts';
import { sql } from './sql.ts';
import { templates } from './templates.ts';
import { validation } from './validation.ts';

/** Every pack for JavaScript and TypeScript. */
export const javascriptPacks: readonly PackInput[] = [
  core,
  nodeSystem,
  programs,
  nodeNetwork,
  nodeCrypto,
  browser,
  jquery,
  express,
  frameworks,
  routedFiles,
  messagesPack,
  sql,
  documents,
  templates,
  requests,
  sessionsPack,
  data,
  decoding,
  validation,
  languageModels,
];
