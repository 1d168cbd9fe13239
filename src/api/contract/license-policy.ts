import * as z from 'zod';

const licenses = z.array(z.string().trim().min(1).max(200)).max(500);

/** Which licences packages may have. */
export const LicensePolicy = z.strictObject({
  allow: licenses
    .default([])
    .describe(
      'SPDX ids, each alone or `ID WITH EXCEPTION`. Where there are any, every other licence is refused.',
    ),
  deny: licenses.default([]).describe('The same; refused although allowed, too.'),
  unknown: z
    .enum(['ignore', 'report'])
    .default('ignore')
    .describe('Whether a package is refused whose files tell no SPDX expression.'),
  severity: z.enum(['low', 'medium']).default('medium'),
});
export type LicensePolicy = z.output<typeof LicensePolicy>;
