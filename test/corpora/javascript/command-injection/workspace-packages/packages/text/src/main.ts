import { none } from '#quote';

export const spoken = (text: string): string => none(text);
