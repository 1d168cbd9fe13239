/** Who agreed that code of a repository goes to which language model. Part of `Schema`. */
export interface AgentModelSchema {
  agent_model_agreements: AgentModelAgreementTable;
}

export interface AgentModelAgreementTable {
  organization_id: string;
  /** Empty: of conversations about no single repository. */
  repository_id: string;
  /** Provider, address and name. */
  model: string;
  agreed_by: string;
  agreed_at: string;
}
