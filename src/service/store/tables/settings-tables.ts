/** What one scope says of scans. */
export interface ScannerSettingsTable {
  id: string;
  organization_id: string;
  /** Null for the whole organization. */
  repository_id: string | null;
  /** Null for the whole repository. */
  application_id: string | null;
  /** JSON of the settings that it has itself. */
  settings: string;
  updated_at: string;
}

/** A part of a monorepo that is run, deployed or shipped by itself. */
export interface ApplicationTable {
  /** The same for the same folder of the repository, also after it was gone for a while. */
  id: string;
  organization_id: string;
  repository_id: string;
  name: string;
  /** Folder, relative to the repository's root. */
  path: string;
  created_at: string;
  updated_at: string;
}
