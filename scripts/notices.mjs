import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Licences under which a package may be bundled; anything else stops the build until someone has looked. */
const PERMITTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

/**
 * The licences of exactly what is shipped.
 *
 * @param {string} root the project's folder
 * @param {readonly string[]} inputs the files that went into the bundles, relative to `root`
 * @param {readonly string[]} copied the packages of which files are shipped as they are
 * @returns {Promise<string>} one section a package, sorted by name: name, version, licence and its full text
 * @throws {Error} naming the package, when one comes without a licence text or under one that is not permitted
 */
export async function thirdPartyNotices(root, inputs, copied) {
  const homes = new Set(copied.map((name) => path.join('node_modules', name)));
  for (const input of inputs) {
    const home = packageHome(input);
    if (home !== undefined) homes.add(home);
  }
  const sections = await Promise.all([...homes].map((home) => notice(path.join(root, home))));
  const introduction = 'Parapet includes the following software under the licences given.\n';
  return [introduction, ...new Set(sections.sort())].join(`\n${'-'.repeat(78)}\n\n`);
}

/** `node_modules/a/node_modules/@b/c/lib/x.js` → `node_modules/a/node_modules/@b/c`; nothing for our own files. */
function packageHome(file) {
  const parts = file.split(/[\\/]/);
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return undefined;
  return parts.slice(0, at + (parts[at + 1]?.startsWith('@') ? 3 : 2)).join('/');
}

async function notice(home) {
  const { name, version, license } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8'));
  if (!PERMITTED.has(license)) {
    throw new Error(
      `${name} ${version} is licensed under "${license}", which scripts/notices.mjs does not permit.`,
    );
  }
  const files = (await readdir(home))
    .filter((file) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file))
    .sort();
  if (files.length === 0)
    throw new Error(`${name} ${version} comes without a licence text: it cannot be shipped.`);
  const texts = await Promise.all(files.map((file) => readFile(path.join(home, file), 'utf8')));
  return `${name} ${version} (${license})\n\n${texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n')}\n`;
}
