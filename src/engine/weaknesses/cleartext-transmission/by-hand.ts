import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ text }) => text.replaceAll('http://', 'https://').replaceAll('ws://', 'wss://'),
};
