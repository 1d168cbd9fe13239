import type { PackInput } from '../../schema.ts';
import { collections } from './collections.ts';
import { commons } from './commons.ts';
import { credentials } from './credentials.ts';
import { crypto } from './crypto.ts';
import { directory } from './directory.ts';
import { encoders } from './encoders.ts';
import { events } from './events.ts';
import { expressions } from './expressions.ts';
import { faces } from './faces.ts';
import { httpClients } from './http-clients.ts';
import { io } from './io.ts';
import { jwt } from './jwt.ts';
import { lang } from './lang.ts';
import { logging } from './logging.ts';
import { net } from './net.ts';
import { nosql } from './nosql.ts';
import { objects } from './objects.ts';
import { rest } from './rest.ts';
import { restAnswers } from './rest-answers.ts';
import { scripting } from './scripting.ts';
import { servlet } from './servlet.ts';
import { sharedFiles } from './shared-files.ts';
import { sockets } from './sockets.ts';
import { spring } from './spring.ts';
import { springSecurity } from './spring-security.ts';
import { sql } from './sql.ts';
import { templates } from './templates.ts';
import { xml } from './xml.ts';
import { xmlQueries } from './xml-queries.ts';

export const javaPacks: readonly PackInput[] = [
  lang,
  collections,
  io,
  sharedFiles,
  net,
  httpClients,
  crypto,
  credentials,
  xml,
  xmlQueries,
  directory,
  sql,
  nosql,
  servlet,
  faces,
  sockets,
  spring,
  springSecurity,
  rest,
  restAnswers,
  scripting,
  expressions,
  templates,
  objects,
  commons,
  logging,
  encoders,
  jwt,
  events,
];
