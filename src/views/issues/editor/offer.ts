/** Something that can be done about an issue from the editor. */
export interface Offer {
  readonly title: string;
  readonly command: string;
  /** Whether it is what the editor's “auto fix” does. */
  readonly isFix?: boolean;
  /** Whether it stands before what is offered for every issue at the place. */
  readonly isFirst?: boolean;
}
