import type { Span } from '../../../files/structured/value.ts';
import type { Said } from '../collector.ts';

/** An image as it is referred to (distribution/reference): `[domain/]path[:tag][@digest]`. */
export interface ImageReference {
  readonly name: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

const reference =
  /^([a-z\d](?:[\w.-]*)(?::\d+(?=\/))?(?:\/[\w.-]+)*)(?::([\w][\w.-]{0,127}))?(?:@([a-z\d]+:[a-f\d]{32,}))?$/i;

/** @returns undefined for what is no reference, such as one with a variable in it */
export function imageReference(text: string): ImageReference | undefined {
  const [, name, tag, digest] = text.length > 1_000 ? [] : (reference.exec(text) ?? []);
  return name === undefined ? undefined : { name, tag, digest };
}

/** What a reference says as an entry; a digest says which image it is, a tag may move. */
export function imageEntry(
  { name, tag, digest }: ImageReference,
  at: Span,
): Pick<Said, 'ecosystem' | 'name' | 'version' | 'requirement' | 'at' | 'versionAt'> {
  const version = tag ?? digest;
  const start = at.start + name.length + 1;
  return {
    ecosystem: 'docker',
    name,
    version,
    requirement: version ?? 'latest',
    at,
    versionAt: version === undefined ? undefined : { start, end: at.end },
  };
}
