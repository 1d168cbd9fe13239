export type SpdxElement = Readonly<Record<string, unknown>>;

/** Makes elements of one document: every id in its namespace, every element with its creation. */
export interface SpdxMaker {
  /** The same id for the same key. */
  readonly idOf: (kind: string, key: string) => string;
  readonly element: (type: string, spdxId: string, fields: SpdxElement) => SpdxElement;
}
