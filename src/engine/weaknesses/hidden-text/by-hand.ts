import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = { other: ({ text }) => text.replaceAll(/[^\x20-\x7e]/g, '') };
