// `npm run package`: builds the extension and packs it as parapet-<version>.vsix.
import path from 'node:path';
import { packExtension } from './pack.ts';
import { ROOT } from './paths.ts';

const { file, bytes } = await packExtension(ROOT);
console.log(`${path.relative(ROOT, file)}, ${(bytes / 1_000_000).toFixed(1)} MB`);
console.log(`Install it with: code --install-extension ${path.basename(file)}`);
