import {
  OrganizationPermission,
  RepositoryPermission,
} from '../../../../api/contract/organizations/permissions.ts';
import { permissionWord, repositoryPermissionWord } from '../../words.ts';

/** What can be granted, as check boxes offer it. */

export const organizationOptions = (): readonly (readonly [OrganizationPermission, string])[] =>
  OrganizationPermission.options.map((each) => [each, permissionWord(each)]);

export const repositoryOptions = (): readonly (readonly [RepositoryPermission, string])[] =>
  RepositoryPermission.options.map((each) => [each, repositoryPermissionWord(each)]);
