import type { PlaybookTemplate } from '../../../../api/contract/agent/playbooks.ts';
import { eventTemplates } from './event-templates.ts';
import { scheduledTemplates } from './scheduled-templates.ts';
import type { Template } from './template.ts';

/** All templates, by title. An id stays what it means; a template that is dropped keeps running where it is installed. */
export const library: readonly Template[] = [...scheduledTemplates, ...eventTemplates].sort((left, right) =>
  left.title < right.title ? -1 : 1,
);

export function templateOf(id: string): Template | undefined {
  return library.find((template) => template.id === id);
}

/** As the interface shows it. */
export function shown({ promptOf: _, conditionOf: __, ...template }: Template): PlaybookTemplate {
  return template;
}
