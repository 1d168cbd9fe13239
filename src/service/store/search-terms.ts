import { classTerm, columnOf, organizationTerm, termsOf } from './terms.ts';

/** What the index has of an issue. */
export interface IssueTexts {
  readonly organization_id: string;
  readonly title: string;
  readonly description: string;
  readonly file: string;
  readonly vuln_class: string;
  readonly cwes: string;
  /** The route by which the outside reaches it; '' where none is known. */
  readonly route: string;
}

/** Returns the column of an issue by which it is found. */
export function issueTerms(issue: IssueTexts): string {
  return columnOf([
    organizationTerm(issue.organization_id),
    classTerm(issue.vuln_class),
    ...(issue.cwes.toLowerCase().match(/cwe-\d+/g) ?? []).map((cwe) => cwe.replace('-', '')),
    ...termsOf(issue.title),
    ...termsOf(issue.vuln_class),
    ...termsOf(issue.file),
    ...termsOf(issue.route),
    ...termsOf(issue.description),
  ]);
}

/** What the index has of an endpoint. */
export interface EndpointTexts {
  readonly organization_id: string;
  readonly handler: string;
  readonly path: string;
  readonly methods: string;
  readonly description: string;
  readonly file: string;
  readonly guards: string;
  readonly roles: string;
}

/** Returns the column of an endpoint by which it is found. */
export const endpointTerms = (endpoint: EndpointTexts): string =>
  columnOf([
    organizationTerm(endpoint.organization_id),
    ...[
      endpoint.path,
      endpoint.handler,
      endpoint.methods,
      endpoint.description,
      endpoint.file,
      endpoint.guards,
      endpoint.roles,
    ].flatMap(termsOf),
  ]);
