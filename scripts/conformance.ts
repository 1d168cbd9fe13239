// `npm run conformance`: writes docs/conformance.md, which says which sentence of the specification holds by which test.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import './generate.ts';
import { conformancePage } from '../test/conformance/requirements/page.ts';
import { ROOT } from './paths.ts';

await writeFile(path.join(ROOT, 'docs', 'conformance.md'), conformancePage());
