import { placeOf } from '../git/place.ts';
import { headFileOf, headOf } from '../git/refs.ts';

/** What a service calls the branch of code that is on none: a detached head, or no version control. */
const noBranch = 'HEAD';

export interface CheckedOut {
  readonly branch: string;
  /** Undefined before the first commit. */
  readonly commit: string | undefined;
  /** The file that says so. */
  readonly headFile: string;
}

/**
 * The branch that is checked out in the work tree that holds a folder, as its files say: git is not run, so that it can be
 * asked of any folder at any time. @returns undefined outside of a work tree, and where its files say nothing that is known
 */
export async function checkedOut(folder: string): Promise<CheckedOut | undefined> {
  const place = await placeOf(folder);
  if (!place) return undefined;
  const { branch, commit } = await headOf(place);
  if (branch === undefined && commit === undefined) return undefined;
  return { branch: branch ?? noBranch, commit, headFile: headFileOf(place) };
}
