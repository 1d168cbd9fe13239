import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  python: ({ value }) => `safetensors.torch.load_file(${value})`,
  other: ({ text }) => text.replace(/\.(?:pkl|pickle|pt|pth|bin|joblib)\b/g, '.safetensors'),
};
