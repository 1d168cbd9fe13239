import type { Generated } from 'kysely';
import type { DependencyScope } from '../../../api/contract/vulnerable-dependency.ts';

/** A package of a repository, as its latest scan read it in manifests and lock files. */
export interface PackageTable {
  seq: Generated<number>;
  organization_id: string;
  repository_id: string;
  scan_id: string;
  finished_at: string;
  ecosystem: string;
  name: string;
  /** The name in lower case. */
  search_text: string;
  /** '' where the files name a range only. */
  version: string;
  scope: DependencyScope;
  /** 1 where the project itself asks for it, 0 where not, null where the files do not tell. */
  direct: number | null;
  /** Where the project asks for it, or for what brings it. */
  manifest_path: string;
  /** The lock file that has it; '' where there is none. */
  lock_path: string;
  /** JSON of what only the package itself shows. */
  content: string;
}
