/** Set-ups of database clients. */
import type { ToolFile } from './tool-file.ts';

export const databaseFiles: readonly ToolFile[] = [
  {
    path: /(?:^|\/)\.?pgpass(?:\.conf)?$/,
    id: 'pgpass-password',
    title: 'PostgreSQL password of a .pgpass file',
    pattern:
      /^(?!#)(?:[^:\n]|\\:){1,253}:(?:\d+|\*):[^:\n]{1,200}:[^:\n]{1,200}:(?<secret>\S{3,300})[ \t\r]*$/dgm,
  },
  {
    path: /(?:^|\/)\.my(?:login)?\.cnf$/,
    id: 'database-client-password',
    title: 'password of a database client',
    pattern: /^[ \t]{0,8}password[ \t]*=[ \t]*["']?(?<secret>[^\s"'#]{3,300})["']?[ \t\r]*$/dgm,
  },
  {
    path: /(?:^|\/)(?:robomongo|robo3t|studio-3t)[\w.-]*\.json$/i,
    id: 'database-client-password',
    title: 'password of a database client',
    pattern:
      /"(?:userPassword|userPasswordEncrypted|sshPassphrase|sshUserPassword)"\s{0,4}:\s{0,4}"(?<secret>(?:\\.|[^"\\\n]){3,300})"/dg,
  },
  {
    path: /\.xml$/i,
    contains: /<data-sources\b/,
    id: 'database-client-password',
    title: 'password of a database client',
    pattern: /<connection\b[^<>]{0,2000}?\spassword="(?<secret>[^"\n]{3,300})"/dg,
  },
];
