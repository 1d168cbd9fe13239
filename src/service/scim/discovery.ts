import { scimSchemas } from './messages.ts';

/** What the SCIM service says of itself (RFC 7643, sections 5 to 7): providers read it before they begin. */

const unsupported = { supported: false } as const;

export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: unsupported,
  sort: unsupported,
  etag: unsupported,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator of the organization creates.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const resourceTypes = (base: string) =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: name === 'User' ? scimSchemas.user : scimSchemas.group,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));

interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference';
  readonly required?: boolean;
  readonly multiValued?: boolean;
  readonly uniqueness?: 'none' | 'server';
  readonly subAttributes?: readonly Attribute[];
}

const userAttributes: readonly Attribute[] = [
  { name: 'userName', type: 'string', required: true, uniqueness: 'server' },
  {
    name: 'name',
    type: 'complex',
    subAttributes: [
      { name: 'formatted', type: 'string' },
      { name: 'givenName', type: 'string' },
      { name: 'familyName', type: 'string' },
    ],
  },
  { name: 'displayName', type: 'string' },
  {
    name: 'emails',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      { name: 'value', type: 'string' },
      { name: 'type', type: 'string' },
      { name: 'primary', type: 'boolean' },
    ],
  },
  { name: 'active', type: 'boolean' },
];

const groupAttributes: readonly Attribute[] = [
  { name: 'displayName', type: 'string', required: true, uniqueness: 'server' },
  {
    name: 'members',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      { name: 'value', type: 'string' },
      { name: 'display', type: 'string' },
      { name: '$ref', type: 'reference' },
    ],
  },
];

function written(attribute: Attribute): Record<string, unknown> {
  const { name, type, required = false, multiValued = false, uniqueness = 'none', subAttributes } = attribute;
  return {
    ...{ name, type, multiValued, required, uniqueness },
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    ...(subAttributes && { subAttributes: subAttributes.map(written) }),
  };
}

export const schemaDefinitions = (base: string) =>
  [
    { id: scimSchemas.user, name: 'User', attributes: userAttributes },
    { id: scimSchemas.group, name: 'Group', attributes: groupAttributes },
  ].map(({ id, name, attributes }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    attributes: attributes.map(written),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));
