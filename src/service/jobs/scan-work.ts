/** What operations ask of the process that runs the queue. */
export interface ScanWork {
  /** There may be a new job in the queue. */
  wake(): void;
  /** Stops the job of a scan if it runs in this process. */
  abort(subjectId: string): void;
}
