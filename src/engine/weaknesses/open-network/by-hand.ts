import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) => line.replace(/0\.0\.0\.0\/0|::\/0|\*|\bInternet\b|\bAny\b/g, '203.0.113.0/24'),
};
