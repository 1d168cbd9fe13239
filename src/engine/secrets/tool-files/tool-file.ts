/** A file in which a tool keeps credentials. Where its form is sure, nothing else is read for a sign that a value is secret. */
export interface ToolFile {
  readonly path: RegExp;
  /** What the text has besides, where the path alone does not say which tool's file it is. Not global. */
  readonly contains?: RegExp;
  /** Completes the rule's name. */
  readonly id: string;
  readonly title: string;
  /** Global, with indices; the group `secret` is the credential. */
  readonly pattern: RegExp;
  /** Says whether what was matched is a credential, where the form alone does not. */
  readonly accepts?: (secret: string) => boolean;
  /** A hash of a password, or a form that a password of the user's unlocks: worth less to a thief than the password. */
  readonly guarded?: true;
}

/** Where a user is meant by a name that everybody may use, the password beside it is none. */
export const anonymous = /^(?:anonymous|anon|ftp|guest)$/i;
