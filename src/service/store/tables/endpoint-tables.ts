import type { Generated } from 'kysely';
import type { EndpointAuthentication } from '../../../api/contract/endpoints.ts';

/** A route of a repository's branch, as its latest scan saw it. */
export interface EndpointTable {
  seq: Generated<number>;
  id: string;
  organization_id: string;
  repository_id: string;
  branch: string;
  scan_id: string;
  finished_at: string;
  path: string;
  /** ` GET POST `: a space before and after each; '' for every method. */
  methods: string;
  handler: string;
  file: string;
  authentication: EndpointAuthentication;
  /** Path, handler and file in lower case, for parts of them. */
  search_text: string;
  /** Words, for a search by meaning. */
  search_terms: string;
  /** JSON of the endpoint as it was found. */
  content: string;
}
