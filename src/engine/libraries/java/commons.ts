import type { LibraryHooks } from '../hooks.ts';

/** Functions that do what a method does, but for `null`, by type; `*` stands for those that have the method's own name. */
const nullSafe: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'java.util.Objects': { equals: 'equals' },
  'org.apache.commons.lang3.StringUtils': { '*': '*' },
  'org.apache.commons.lang3.Strings': { '*': '*' },
  'org.apache.commons.lang3.ArrayUtils': { contains: 'contains' },
  'org.springframework.util.CollectionUtils': { contains: 'contains' },
  'org.springframework.util.ObjectUtils': { containsElement: 'contains', nullSafeEquals: 'equals' },
};

export const hooks: LibraryHooks = {
  methodOfFirst: (type, name) => {
    const methods = Object.hasOwn(nullSafe, type) ? nullSafe[type] : undefined;
    if (!methods) return undefined;
    return Object.hasOwn(methods, '*') ? name : Object.hasOwn(methods, name) ? methods[name] : undefined;
  },
};
