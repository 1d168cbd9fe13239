/** What each scan that sees an issue says anew; everything else about it stays. */
export const seenColumns = [
  'scan_id',
  'scan_kind',
  'commit_sha',
  'blob_id',
  'rule_id',
  'vuln_class',
  'category',
  'cwes',
  'found_score',
  'confidence',
  'language',
  'title',
  'description',
  'start_line',
  'start_column',
  'end_line',
  'end_column',
  'snippet',
  'flow',
  'code_flows',
  'exposure',
  'code_role',
  'other_sinks',
  'fixable',
  'search_text',
  'last_seen_at',
  'updated_at',
] as const;

/** What each scan says anew unless a person said otherwise. */
export const judgedColumns = ['severity', 'score'] as const;
