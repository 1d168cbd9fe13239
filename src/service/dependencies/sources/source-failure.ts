/** A source of advisories that could not be used, in a sentence for the person who switched it on. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}
