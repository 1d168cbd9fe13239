import type { Memento } from 'vscode';

/** What is remembered of a connection beside its token; nothing of it is secret. */

/** The last service that was connected to: the one whose token the user agreed to send. */
export interface SignIn {
  /** Made anew with each sign-in, so that what a workspace remembers of an older one no longer counts. */
  readonly id: string;
  readonly url: string;
  /** When the token ends, where the service says; ISO 8601. */
  readonly expiresAt?: string | undefined;
}

export interface PickedOrganization {
  readonly id: string;
  readonly name: string;
}

type State = Pick<Memento, 'get' | 'update'>;

const signInKey = 'parapet.signIn';
const addressesKey = 'parapet.addresses';
const checkedKey = 'parapet.expiryChecked';
const organizationKey = 'parapet.organization';
const folderOrganizationsKey = 'parapet.folderOrganizations';

/** Of the user (`global`) and of each workspace. Values of older versions or of a wrong shape count as absent. */
export class Remembered {
  readonly #global: State;
  readonly #workspace: State;

  constructor(global: State, workspace: State) {
    this.#global = global;
    this.#workspace = workspace;
  }

  get signIn(): SignIn | undefined {
    const value = fields(this.#global.get<unknown>(signInKey));
    if (typeof value['id'] !== 'string' || typeof value['url'] !== 'string') return undefined;
    const expiresAt = typeof value['expiresAt'] === 'string' ? value['expiresAt'] : undefined;
    return { id: value['id'], url: value['url'], ...(expiresAt === undefined ? {} : { expiresAt }) };
  }

  /** Addresses that may have a token in the secret storage. */
  get addresses(): readonly string[] {
    const value = this.#global.get<unknown>(addressesKey);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  }

  async setSignIn(signIn: SignIn): Promise<void> {
    await this.#global.update(signInKey, signIn);
    await this.#global.update(addressesKey, [...new Set([...this.addresses, signIn.url])]);
  }

  /** The organization picked for this workspace as a whole, under the present sign-in. */
  get organization(): PickedOrganization | undefined {
    const value = fields(this.#workspace.get<unknown>(organizationKey));
    return value['signIn'] === this.signIn?.id ? picked(value) : undefined;
  }

  /** @param folder URI of a workspace folder; without one, what holds for the workspace as a whole */
  organizationOf(folder: string | undefined): PickedOrganization | undefined {
    return (folder === undefined ? undefined : picked(this.#ofFolders[folder])) ?? this.organization;
  }

  /** Whether the folder has an organization of its own, apart from the workspace's. */
  hasOwnOrganization(folder: string): boolean {
    return picked(this.#ofFolders[folder]) !== undefined;
  }

  /** For the whole workspace: no folder has one of its own any more. */
  async setOrganization(organization: PickedOrganization | undefined): Promise<void> {
    const signIn = this.signIn?.id;
    const value = organization && signIn !== undefined ? { signIn, ...organization } : undefined;
    await this.#workspace.update(organizationKey, value);
    await this.#workspace.update(folderOrganizationsKey, undefined);
  }

  /** @param organization undefined for the workspace's */
  async setFolderOrganization(folder: string, organization: PickedOrganization | undefined): Promise<void> {
    const { [folder]: _before, ...others } = this.#ofFolders;
    const folders = organization ? { ...others, [folder]: organization } : others;
    const isNone = Object.keys(folders).length === 0;
    const value = isNone ? undefined : { signIn: this.signIn?.id, folders };
    await this.#workspace.update(folderOrganizationsKey, value);
  }

  get #ofFolders(): Readonly<Record<string, unknown>> {
    const value = fields(this.#workspace.get<unknown>(folderOrganizationsKey));
    const { signIn } = this;
    return signIn !== undefined && value['signIn'] === signIn.id ? fields(value['folders']) : {};
  }

  /** When the end of the token was last looked up; milliseconds since 1970. */
  get expiryChecked(): number {
    const value = this.#global.get<unknown>(checkedKey);
    return typeof value === 'number' ? value : 0;
  }

  async setExpiryChecked(at: number): Promise<void> {
    await this.#global.update(checkedKey, at);
  }

  async forgetAll(): Promise<void> {
    for (const key of [organizationKey, folderOrganizationsKey]) await this.#workspace.update(key, undefined);
    for (const key of [signInKey, addressesKey, checkedKey]) await this.#global.update(key, undefined);
  }
}

function picked(value: unknown): PickedOrganization | undefined {
  const { id, name } = fields(value);
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
