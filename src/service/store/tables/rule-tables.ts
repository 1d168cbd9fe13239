/** What people add to the analysis: rules, and sources and sinks of libraries. */
export type DefinitionKind = 'rule' | 'source' | 'sink';

export interface CustomDefinitionTable {
  id: string;
  organization_id: string;
  kind: DefinitionKind;
  name: string;
  description: string;
  /** The id of a rule as its text has it; the library of a source or sink. */
  subject: string;
  /** Of a rule, as its text has it. */
  severity: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO' | null;
  /** JSON of names. */
  languages: string;
  /** A rule in YAML; a source or sink as a model file. */
  content: string;
  /** JSON of the examples of a rule. */
  examples: string;
  enabled: number;
  all_repositories: number;
  created_by: string;
  created_at: string;
  updated_at: string;
}

/** The repositories of what does not hold in all. */
export interface CustomDefinitionRepositoryTable {
  definition_id: string;
  repository_id: string;
}

/** Templates of packs that an organization has other than by default. */
export interface PackChoiceTable {
  organization_id: string;
  kind: DefinitionKind;
  pack: string;
  template: string;
  enabled: number;
  changed_by: string;
  changed_at: string;
}

export interface RuleSchema {
  custom_definitions: CustomDefinitionTable;
  custom_definition_repositories: CustomDefinitionRepositoryTable;
  pack_choices: PackChoiceTable;
}
