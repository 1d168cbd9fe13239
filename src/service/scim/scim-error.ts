/** Types of errors (RFC 7644, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue'
  | 'tooMany';

/** A refusal that an identity provider is told about. Its message is a sentence for whoever reads the provider's log. */
export class ScimError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 501;
  readonly scimType: ScimType | undefined;

  constructor(status: ScimError['status'], message: string, scimType?: ScimType) {
    super(message);
    this.name = 'ScimError';
    this.status = status;
    this.scimType = scimType;
  }
}

export const noSuch = (what: 'User' | 'Group'): ScimError => new ScimError(404, `There is no such ${what}.`);
