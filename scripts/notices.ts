import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
});
type PackageManifest = z.infer<typeof packageSchema>;

/** Licences under which a package may be bundled; anything else stops the build until someone has looked. */
const PERMITTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/**
 * The licences of exactly what is shipped.
 *
 * @param root the project's folder
 * @param inputs the files that went into the bundles, relative to `root`
 * @param copied the packages of which files are shipped as they are
 * @returns one section a package, sorted by name: name, version, licence and its full text
 * @throws naming the package, when one comes without a licence text or under one that is not permitted
 */
export async function thirdPartyNotices(
  root: string,
  inputs: readonly string[],
  copied: readonly string[],
): Promise<string> {
  const homes = new Set(copied.map((name) => `node_modules/${name}`));
  for (const input of inputs) {
    const home = packageHome(input);
    if (home !== undefined) homes.add(home);
  }
  const sections = await Promise.all([...homes].map((home) => notice(root, home)));
  const introduction = 'Parapet includes the following software under the licences given.\n';
  return [introduction, ...new Set(sections.sort())].join(`\n${'-'.repeat(78)}\n\n`);
}

/** `node_modules/a/node_modules/@b/c/lib/x.js` → `node_modules/a/node_modules/@b/c`; nothing for our own files. */
function packageHome(file: string): string | undefined {
  const parts = file.split(/[\\/]/);
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return undefined;
  return parts.slice(0, at + (parts[at + 1]?.startsWith('@') ? 3 : 2)).join('/');
}

async function notice(root: string, place: string): Promise<string> {
  const home = path.join(root, place);
  const manifest = packageSchema.parse(JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')));
  const { name, version, license } = manifest;
  if (!PERMITTED.has(license)) {
    throw new Error(
      `${name} ${version} is licensed under "${license}", which scripts/notices.ts does not permit.`,
    );
  }
  const files = (await readdir(home))
    .filter((file) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(home, file), 'utf8')));
  if (texts.length === 0) texts.push(await standardText(manifest, root));
  return `${name} ${version} (${license})\n\n${texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n')}\n`;
}

/**
 * Some packages name their licence without enclosing it. These need only their holder to be filled in; the Apache licence,
 * which is this project's own, not even that.
 */
async function standardText(
  { name, version, license, author }: PackageManifest,
  root: string,
): Promise<string> {
  const own =
    license === 'Apache-2.0' ? await readFile(path.join(root, 'LICENSE'), 'utf8').catch(() => '') : '';
  if (/^\s*Apache License\s+Version 2\.0/.test(own)) return own;
  const holder = typeof author === 'object' ? author.name : author;
  const text = STANDARD.get(license);
  if (text === undefined || holder === undefined) {
    throw new Error(`${name} ${version} comes without a licence text: it cannot be shipped.`);
  }
  return text.replace('<holder>', holder);
}

const MIT = `MIT License

Copyright (c) <holder>

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

const ISC = `ISC License

Copyright (c) <holder>

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;

const STANDARD: ReadonlyMap<string, string> = new Map([
  ['MIT', MIT],
  ['ISC', ISC],
  // These ask for their address, not for their text (CC BY 3.0, section 4a).
  ['CC-BY-3.0', 'By <holder>, under https://creativecommons.org/licenses/by/3.0/legalcode'],
  ['CC0-1.0', 'By <holder>, under https://creativecommons.org/publicdomain/zero/1.0/legalcode'],
]);
