export type ScanErrorCode =
  | 'not-found'
  | 'not-a-folder'
  | 'no-permission'
  | 'folder-gone'
  | 'not-analysed'
  | 'analyzer-unavailable';

/** Why a scan could not be done at all. What one file did wrong is a skip, never this. The message is for the user. */
export class ScanError extends Error {
  override readonly name = 'ScanError';
  readonly code: ScanErrorCode;

  constructor(code: ScanErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** @returns the system's code of an error, e.g. `ENOENT` */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
