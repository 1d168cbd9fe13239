/** Set-ups of mail programs, of servers and of systems, and what browsers keep. */
import type { ToolFile } from './tool-file.ts';

const mail = { id: 'mail-password', title: 'password of a mail account' };
const hash = { id: 'password-hash', title: 'password hash', guarded: true } as const;

export const serverFiles: readonly ToolFile[] = [
  {
    path: /(?:^|\/)[._]netrc$/,
    id: 'netrc-password',
    title: 'password of a .netrc file',
    pattern: /\blogin\s{1,20}(?<user>\S{1,200})\s{1,20}password\s{1,20}(?<secret>\S{3,300})/dg,
  },
  {
    ...mail,
    path: /(?:^|\/)\.?(?:esmtprc|msmtprc|fetchmailrc|mpoprc)$/,
    pattern:
      /^(?!#)(?!.{0,80}eval\b).{0,300}?\bpass(?:word)?[ \t]{1,20}(?:is[ \t]{1,4})?["']?(?<secret>[^\s"']{3,300})/dgm,
  },
  {
    ...mail,
    path: /(?:^|\/)\.?(?:neo)?muttrc$|(?:^|\/)\.?offlineimaprc$/,
    pattern:
      /^(?!#).{0,60}?\b(?:imap_pass|smtp_pass|pop_pass|remotepass)[ \t]*=[ \t]*["']?(?<secret>[^\s"']{3,300})/dgm,
  },
  {
    ...hash,
    path: /(?:^|\/)(?:g?shadow-?|master\.passwd|[\w.-]{0,60}passwd-?|[\w.-]{0,60}\.htpasswd|\.?htpasswd[\w.-]{0,60})$/,
    pattern:
      /^[^:\s#]{1,100}:(?<secret>\$(?:1|2[abxy]?|5|6|7|y|gy|md5|sha1|apr1|argon2\w{0,2})\$[^:\s]{8,300}|\{(?:SSHA|SHA)\d{0,3}\}[A-Za-z0-9+/=]{20,200}|[./0-9A-Za-z]{13})[ \t\r]*(?=:|$)/dgm,
  },
  {
    ...hash,
    path: /(?:^|\/)\.?htdigest[\w.-]{0,60}$/,
    pattern: /^[^:\s#]{1,100}:[^:\n]{1,200}:(?<secret>[0-9a-f]{32})[ \t\r]*$/dgm,
  },
  {
    path: /(?:^|\/)(?:logins|signons)(?:-backup)?\.json$/,
    contains: /"encryptedPassword"/,
    id: 'browser-logins',
    title: 'stored login of a browser',
    pattern: /"encrypted(?:Username|Password)"\s{0,4}:\s{0,4}"(?<secret>[A-Za-z0-9+/]{24,2000}={0,2})"/dg,
    guarded: true,
  },
  {
    path: /(?:^|\/)wp-config[\w.-]{0,60}\.php$/,
    id: 'wordpress-secret',
    title: 'secret of a WordPress set-up',
    pattern:
      /\bdefine\(\s{0,8}["'](?:DB_PASSWORD|FTP_PASS|WP_PROXY_PASSWORD|(?:SECURE_)?AUTH_(?:KEY|SALT)|(?:LOGGED_IN|NONCE)_(?:KEY|SALT))["']\s{0,20},\s{0,20}(?:'(?<secret>(?:\\.|[^'\\\n]){3,300})'|"(?<other>(?:\\.|[^"\\\n$]){3,300})")/dg,
  },
  {
    path: /(?:^|\/)config\/(?:master|credentials\/[\w-]{1,60})\.key$/,
    id: 'rails-master-key',
    title: 'master key of a Rails application',
    pattern: /^\s{0,4}(?<secret>[0-9a-f]{32,64})\s{0,4}$/dg,
  },
  {
    path: /(?:^|\/)tomcat-users\.xml$/,
    id: 'server-user-password',
    title: 'password of a server user',
    pattern: /<user\b[^<>]{0,600}?\spassword="(?<secret>[^"\n]{3,300})"/dg,
  },
  {
    path: /\.config$/i,
    contains: /<machineKey\b/,
    id: 'machine-key',
    title: 'machine key of a web server',
    pattern: /\s(?:validationKey|decryptionKey)="(?<secret>[0-9A-Fa-f]{32,256})"/dg,
  },
  {
    path: /\.xml$/i,
    contains: /<Properties\b[^<>]{0,600}?\scpassword="/,
    id: 'group-policy-password',
    title: 'password of a group policy',
    pattern: /\scpassword="(?<secret>[A-Za-z0-9+/]{16,600}={0,2})"/dg,
  },
  {
    path: /(?:^|\/)(?:auto)?unattend\w{0,20}\.xml$/i,
    id: 'set-up-password',
    title: 'password of a system set-up',
    pattern: /<(?:Administrator)?Password>\s{0,40}<Value>(?<secret>[^<>\s]{3,300})<\/Value>/dg,
  },
  {
    path: /(?:^|\/)wpa_supplicant[\w.-]{0,60}\.conf$|\.nmconnection$/,
    id: 'wireless-password',
    title: 'password of a wireless network',
    pattern: /^[ \t]{0,8}(?:psk|wep-key\d|password)[ \t]*=[ \t]*"?(?<secret>[^\s"#]{5,200})"?[ \t\r]*$/dgm,
  },
];
