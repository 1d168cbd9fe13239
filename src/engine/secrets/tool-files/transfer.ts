/** Set-ups of clients that copy files to servers: of editors, IDEs and FTP programs. */
import type { ToolFile } from './tool-file.ts';

const about = { id: 'deployment-password', title: 'password of a deployment set-up' };

export const transferFiles: readonly ToolFile[] = [
  {
    ...about,
    path: /(?:^|\/)(?:\.ftpconfig|\.ftppass|\.remote-sync\.json|\.?(?:s?ftp|ftps)(?:[-_](?:config|sync|simple|kr|deploy)[\w-]*)?\.json|deploy(?:ment)?-config\.json)$/i,
    pattern: /"pass(?:word|phrase)?"\s{0,4}:\s{0,4}"(?<secret>(?:\\.|[^"\\\n]){3,300})"/dg,
  },
  {
    ...about,
    path: /(?:^|\/)\.idea\/(?:webServers|deployment|sshConfigs)\.xml$/i,
    pattern: /<(?:fileTransfer|sshConfig)\b[^<>]{0,600}?\spassword="(?<secret>[^"\n]{4,600})"/dg,
  },
  {
    id: 'ftp-client-password',
    title: 'password of an FTP client',
    path: /\.xml$/i,
    contains: /<FileZilla3\b/,
    // What a master password locks is marked `crypt`.
    pattern: /<Pass(?:\s{1,4}encoding="(?:base64|plain)")?>(?<secret>[^<>\n]{3,400})<\/Pass>/dg,
  },
  {
    id: 'ftp-client-password',
    title: 'password of an FTP client',
    path: /(?:^|\/)winscp\.ini$/i,
    pattern: /^Password=(?<secret>[0-9A-F]{20,600})[ \t\r]*$/dgm,
  },
  {
    id: 'rclone-password',
    title: 'password of an rclone set-up',
    path: /(?:^|\/)rclone\.conf$/,
    pattern: /^[ \t]{0,8}pass(?:word2?)?[ \t]*=[ \t]*(?<secret>\S{8,400})[ \t\r]*$/dgm,
  },
  {
    id: 'remote-desktop-password',
    title: 'password of a remote desktop',
    path: /\.xml$/i,
    contains: /<mrng:Connections\b/,
    pattern: /<Node\b[^<>]{0,4000}?\sPassword="(?<secret>[A-Za-z0-9+/=]{16,800})"/dg,
  },
];
