import { bitOf, everyClass, type Mask, maskOf } from '../../dataflow/values/masks.ts';
import type { LibraryHooks } from '../hooks.ts';

/** Decorators that let through no text of anybody's choice. */
const converting = new Set(
  'IsInt IsNumber IsPositive IsNegative IsBoolean IsEnum IsIn IsUUID IsMongoId IsAlpha IsAlphanumeric IsNumberString IsDate IsDateString IsISO8601 IsHexadecimal UUID'.split(
    ' ',
  ),
);

const prefix = 'class-validator.';

/** What fits a decorator: what such a text can still harm is not cleared. */
function clearedBy(name: string): Mask | undefined {
  if (converting.has(name)) return everyClass;
  if (name === 'IsString') return bitOf('nosql-injection');
  return name === 'IsEmail'
    ? maskOf(['nosql-injection', 'path-traversal', 'ssrf', 'header-injection', 'log-injection'])
    : undefined;
}

/** Properties that a framework checks before a value arrives: `@IsInt() page`. */
export const hooks: LibraryHooks = {
  check: (path) => {
    if (!path.startsWith(prefix)) return undefined;
    const mask = clearedBy(path.slice(path.lastIndexOf('.') + 1));
    if (mask) return { kind: 'classes', mask };
    return path === 'class-validator.Matches' ? { kind: 'pattern', isFirst: true, whole: false } : undefined;
  },
};
