/** A reference to an image, taken apart (distribution reference grammar, github.com/distribution/reference). */
export interface ImageReference {
  /** Registry and repository. */
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/** Returns the parts of an image's reference; undefined for text that is none. */
export function imageReference(text: string): ImageReference | undefined {
  const found =
    /^([a-z0-9][\w.-]*(?::\d{1,5}(?=\/))?(?:\/[\w.-]+)*)(?::([\w][\w.-]{0,127}))?(?:@([a-z0-9+._-]+:[0-9a-fA-F]{32,}))?$/i.exec(
      text,
    );
  return found?.[1] === undefined ? undefined : { repository: found[1], tag: found[2], digest: found[3] };
}

/** Whether its publisher moves what a reference names with every release: it has no digest, and no tag but `latest`. */
export const isMutable = ({ tag, digest }: ImageReference): boolean =>
  digest === undefined && (tag === undefined || tag === 'latest');
