import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import {
  type CodeScan,
  type CodeScanIssue,
  cancelCodeScan,
  getCodeScanResults,
  getCodeScanStatus,
  listLocalFiles,
  maximumSubmissionBytes,
  maximumSubmissionFiles,
  type Submission,
  submitCodeScan,
} from '../api/contract/scans/code-scans.ts';
import type { Coverage } from '../api/contract/scans/coverage.ts';
import { pages } from '../api/paging.ts';

export interface CodeScanResults {
  readonly issues: readonly CodeScanIssue[];
  readonly coverage: Coverage | undefined;
}

export interface LocalFiles {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly totalFiles: number;
  readonly totalBytes: number;
  readonly excluded: Readonly<Record<string, number>>;
}

/** Milliseconds that a submission of the largest size may take over a slow line. */
const submitTimeoutMs = 180_000;

/** On-demand scans, as the extension asks for them. */
export class CodeScanApi {
  /** What the contract takes at once. */
  readonly limits = { files: maximumSubmissionFiles, bytes: maximumSubmissionBytes };
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @param repositoryId whose triage applies: what was dismissed there is not reported */
  async submit(
    submission: Submission,
    { name, repositoryId }: { readonly name: string; readonly repositoryId: string | undefined },
    signal: AbortSignal,
  ): Promise<CodeScan> {
    const { codeScan } = await this.#client.call(
      submitCodeScan,
      { submission, name: name.slice(0, 200), ...(repositoryId === undefined ? {} : { repositoryId }) },
      { signal, timeoutMs: submitTimeoutMs },
    );
    return codeScan;
  }

  async status(codeScanId: string, signal: AbortSignal): Promise<CodeScan> {
    const { codeScan } = await this.#client.call(getCodeScanStatus, { codeScanId }, { signal });
    return codeScan;
  }

  async results(codeScanId: string, signal: AbortSignal): Promise<CodeScanResults> {
    const issues: CodeScanIssue[] = [];
    let coverage: Coverage | undefined;
    const request = { codeScanId, limit: 100 };
    for await (const page of pages(this.#client, getCodeScanResults, request, { signal })) {
      issues.push(...page.issues);
      coverage ??= page.coverage;
    }
    return { issues, coverage };
  }

  /** Asks a scan to end; one that has ended already is left as it is. */
  async cancel(codeScanId: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#client.call(cancelCodeScan, { codeScanId }, { signal });
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'conflict')) throw error;
    }
  }

  /** What a full scan of a folder of the service's own machine would read. */
  async localFiles(
    request: { readonly path: string; readonly below?: string; readonly paths?: readonly string[] },
    signal: AbortSignal,
  ): Promise<LocalFiles> {
    const { path, below = '', paths } = request;
    return await this.#client.call(
      listLocalFiles,
      { path, below, ...(paths ? { paths: [...paths] } : {}) },
      { signal },
    );
  }
}
