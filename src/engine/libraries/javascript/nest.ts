import type { LibraryHooks } from '../hooks.ts';

/** Pipes that let nothing through but numbers, identifiers, dates and listed values. */
const converting = /^@nestjs\/common\.Parse(?:Int|Float|Bool|UUID|Enum|Date)Pipe$/;

/** `@Query('kind', new ParseEnumPipe(Kind))` */
export const hooks: LibraryHooks = { converts: (path) => converting.test(path) };
