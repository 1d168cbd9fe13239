import type { Parameter } from './parameterise.ts';

/** Names of values after the code they come from. */
export function namer(): (parameter: Parameter, index: number) => string {
  const taken = new Map<number, string>();
  return (parameter, index) => {
    const known = taken.get(index);
    if (known) return known;
    const code = parameter.parts.find((part) => part.kind === 'code');
    const last = /([A-Za-z_]\w*)[^\w]*$/.exec(code?.kind === 'code' ? code.code : '')?.[1] ?? 'value';
    const base = /^(?:get|args|self|this|from|in|is|not|and|or|class|def|lambda)$/.test(last)
      ? 'value'
      : last;
    let name = base;
    for (let n = 2; [...taken.values()].includes(name); n++) name = `${base}${n}`;
    taken.set(index, name);
    return name;
  };
}
