import type { PackInput } from '../../schema.ts';
import { azure } from './azure.ts';
import { builtins, commandLine } from './builtins.ts';
import { crypto, tokens } from './crypto.ts';
import { decoding } from './decoding.ts';
import { django } from './django.ts';
import { fastapi } from './fastapi.ts';
import { files } from './files.ts';
import { flask } from './flask.ts';
import { ldap, markup, serialization, text } from './formats.ts';
import { languageModels } from './language-models.ts';
import { logging } from './logging.ts';
import { mail } from './mail.ts';
import { network } from './network.ts';
import { mongo, redis } from './nosql.ts';
import { evaluation, process } from './process.ts';
import { remoteShells } from './remote-shells.ts';
import { aiohttpServer, otherServers, routes, serverless } from './servers.ts';
import { sockets } from './sockets.ts';
import { databases, sqlalchemy } from './sql.ts';
import { streamlit } from './streamlit.ts';
import { templates } from './templates.ts';
import { webargs } from './webargs.ts';

export const pythonPacks: readonly PackInput[] = [
  builtins,
  commandLine,
  process,
  remoteShells,
  evaluation,
  files,
  network,
  azure,
  mail,
  serialization,
  markup,
  ldap,
  text,
  decoding,
  crypto,
  tokens,
  logging,
  databases,
  sqlalchemy,
  mongo,
  redis,
  templates,
  // Before the frameworks' routes: what a schema says of a parameter is more than that a client sends it.
  webargs,
  flask,
  django,
  fastapi,
  aiohttpServer,
  otherServers,
  routes,
  serverless,
  streamlit,
  sockets,
  languageModels,
];
