/** A command that is one text is mended as one that a shell reads: its values are checked where it is put together. */
export { fixes } from '../command-injection/fix-checked-parts.ts';
