import { declaredTests } from './declared.ts';
import { requirements } from './index.ts';

const headings: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '3': 'States and membership',
  '4': 'Endpoints',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versions',
};

/** docs/conformance.md: every number, what it is about, and the tests that hold it. */
export function conformancePage(): string {
  const tests = declaredTests();
  const all = [...requirements];
  const missing = all.filter(([, { missing: why }]) => why !== undefined);
  const lines = [
    '# Conformance',
    '',
    'Which sentence of the interface specification holds, and which test says so. The first figure of a number is the section; the',
    'texts are ours and short. Every test runs on the embedded store and on PostgreSQL. A number without a test, and a test without a',
    'number, fail the tests. This page is made by `npm run conformance`.',
    '',
    `${all.length} numbers: ${all.length - missing.length} hold, ${missing.length} are not served yet. ${tests.length} tests, of which`,
    `${tests.filter(({ numbers }) => numbers.includes('ours')).length} hold what [the contract](contract.md) decides beyond the specification.`,
  ];
  for (const [section, heading] of Object.entries(headings)) {
    lines.push('', `## ${section}. ${heading}`, '', '| Number | What | Held by |', '| --- | --- | --- |');
    for (const [number, requirement] of all) {
      if (!number.startsWith(`${section}.`)) continue;
      const { text, operation, missing: why } = requirement;
      const what = operation === undefined ? text : `\`${operation}\`: ${text}`;
      const titles = tests.filter(({ numbers }) => numbers.includes(number)).map(({ title }) => title);
      lines.push(
        `| ${number} | ${cell(what)} | ${why === undefined ? titles.map(cell).join('<br>') : `*${why}*`} |`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
