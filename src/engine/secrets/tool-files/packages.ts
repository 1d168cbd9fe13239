/** Credentials of registries, of clouds and of what packages are fetched with. */
import { isPlaceholder } from '../placeholders.ts';
import type { ToolFile } from './tool-file.ts';

export const packageFiles: readonly ToolFile[] = [
  {
    path: /(?:^|\/)\.npmrc$|(?:^|\/)\.yarnrc(?:\.yml)?$/,
    id: 'npm-registry-credential',
    title: 'package registry credential',
    pattern:
      /(?:_authToken|_auth|_password|npmAuthToken|npmAuthIdent)\s*[=:]\s*["']?(?<secret>[^\s"'$]{8,1000})/dg,
  },
  {
    path: /(?:^|\/)(?:\.docker\/config\.json|\.dockercfg|\.dockerconfigjson|docker-config\.json)$/,
    id: 'docker-registry-credential',
    title: 'container registry credential',
    pattern: /"(?:auth|identitytoken|registrytoken)"\s*:\s*"(?<secret>[A-Za-z0-9+/=_.-]{8,4000})"/dg,
    accepts: (secret) =>
      secret.length > 60 || /^[^:]+:.{3,}/.test(Buffer.from(secret, 'base64').toString('latin1')),
  },
  {
    path: /(?:^|\/)\.git-credentials$/,
    id: 'git-credentials',
    title: 'stored git credential',
    pattern: /^https?:\/\/[^:\s]{1,200}:(?<secret>[^@\s]{4,400})@/dgm,
  },
  {
    path: /(?:^|\/)\.pypirc$/,
    id: 'pypirc-password',
    title: 'package index password',
    pattern: /^[ \t]*password\s*[=:]\s*(?<secret>\S{4,1000})$/dgm,
  },
  {
    path: /(?:^|\/)\.aws\/credentials$/,
    id: 'aws-credentials-file',
    title: 'AWS secret access key',
    pattern: /aws_secret_access_key\s*=\s*(?<secret>[A-Za-z0-9/+]{40})/dg,
  },
  {
    path: /(?:^|\/)\.m2\/settings(?:-security)?\.xml$|(?:^|\/)settings\.xml$/,
    id: 'maven-server-password',
    title: 'Maven server password',
    pattern: /<(?:password|passphrase)>(?<secret>[^<${}\s]{4,300})<\//dg,
  },
  {
    path: /(?:^|\/)(?:\.composer\/|composer\/)?auth\.json$/,
    contains: /"(?:http-basic|github-oauth|gitlab-token|bearer|bitbucket-oauth)"\s*:/,
    id: 'composer-credential',
    title: 'package registry credential',
    pattern:
      /"(?:password|consumer-secret|[\w-]{1,60}(?:\.[\w-]{1,60}){1,5})"\s{0,4}:\s{0,4}"(?<secret>[^"\s]{8,400})"/dg,
  },
  {
    path: /(?:^|\/)\.gem\/credentials$/,
    id: 'rubygems-credential',
    title: 'package registry credential',
    pattern: /^:[\w.:/-]{1,100}:[ \t]*["']?(?<secret>[\w-]{16,400})["']?[ \t\r]*$/dgm,
  },
  {
    path: /(?:^|\/)(?:\.cargo\/credentials(?:\.toml)?|\.terraformrc|terraform\.rc|credentials\.tfrc\.json)$/,
    id: 'registry-token-file',
    title: 'registry token',
    pattern: /"?\btoken"?\s{0,4}[=:]\s{0,4}"(?<secret>[^"\s]{12,1000})"/dg,
  },
  {
    path: /(?:^|\/)(?:gh\/hosts\.yml|\.config\/hub|\.?kube\/config|kubeconfig(?:\.ya?ml)?)$/,
    id: 'command-line-token',
    title: 'credential of a command line tool',
    pattern:
      /^[ \t-]{0,24}(?:oauth_token|token|password|client-key-data):[ \t]*["']?(?<secret>[^\s"']{8,8000})["']?[ \t\r]*$/dgm,
  },
  {
    path: /(?:^|\/)nuget\.config$/i,
    id: 'nuget-password',
    title: 'package registry credential',
    pattern: /<add\s{1,4}key="(?:ClearText)?Password"\s{1,4}value="(?<secret>[^"\n]{3,800})"/dgi,
    // `%NAME%` is read from the environment.
    accepts: (secret) => !isPlaceholder(secret),
  },
];
