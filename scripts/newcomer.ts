// `npm run newcomer`: a team's first hour with the service, each step with what came of it.
import '../test/support/compile-cache.ts';
import '../test/support/memory-folder.ts';
import './generate.ts';
import { firstHour } from '../test/support/newcomer.ts';

await firstHour((line) => console.log(line));
process.exit(0);
