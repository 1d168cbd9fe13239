import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text, value, name, receiver, target, part }) => {
    const address = /\b(?:href|src|action)=\{([^{}]+)\}/.exec(text)?.[1];
    if (address !== undefined)
      return text.replace(`{${address}}`, `{/^(?:https:|\\/)/.test(${address}) ? ${address} : '#'}`);
    if (/innerHTML|outerHTML/.test(target)) return `${target.replace(/\.\w+$/, '')}.textContent = ${value}`;
    if (/^(?:insertAdjacentHTML|write|writeln)$/.test(name)) return `${receiver}.append(${value})`;
    return text.replace(part, () => `escapeHtml(${part})`);
  },
  python: ({ text, part }) => text.replace(part, () => `escape(${part})`),
  java: ({ text, part }) => text.replace(part, () => `HtmlUtils.htmlEscape(${part})`),
};
