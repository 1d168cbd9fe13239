import { createClient } from '@libsql/client';
export const db = createClient({ url: process.env.LIBSQL_URL! });
