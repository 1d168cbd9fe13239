import type { Strategy } from '../../fixes/fix.ts';
import { goodSettings } from '../../fixes/settings/good-settings.ts';
import { any, off, setting } from '../../fixes/settings/rule.ts';

export const fixes: readonly Strategy[] = [
  goodSettings(
    [
      setting('javascript', /^(?:rejectUnauthorized|strictSSL)$/, any, 'true'),
      setting('javascript', /^checkServerIdentity$/, any, undefined),
      setting('javascript', /^NODE_TLS_REJECT_UNAUTHORIZED$/, any, undefined),
      setting('python', /^(?:verify|check_hostname|verify_ssl|validate_certs)$/, /^(?!True$)/, 'True'),
      setting('python', /^verify_mode$/, any, 'ssl.CERT_REQUIRED'),
      setting('python', /^cert_reqs$/, any, '"CERT_REQUIRED"'),
      setting('python', /^ssl$/, off, undefined),
      setting('python', /^_create_default_https_context$/, any, undefined),
    ],
    {
      title: 'Check the certificate of the other side',
      explanation:
        'Certificates are verified again, as is the default. A server with a certificate of its own making is refused then: add its authority to the ones that are trusted (`ca`, `NODE_EXTRA_CA_CERTS`, `verify="…/ca.pem"`) instead of turning the check off.',
    },
  ),
];
