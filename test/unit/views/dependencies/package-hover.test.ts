import assert from 'node:assert/strict';
import type { Package } from '../../../../src/api/contract/dependencies.ts';
import { advisoryUrl } from '../../../../src/views/dependencies/advisory-links.ts';
import { askedPackages } from '../../../../src/views/dependencies/asked-packages.ts';
import { packageMarkdown } from '../../../../src/views/dependencies/package-text.ts';
import { registryUrl } from '../../../../src/views/dependencies/registry-links.ts';
import type { KnownIssue } from '../../../../src/views/issues/known-issue.ts';
import { makeKnown } from '../make-issue.ts';
import { dependency, row } from './make-package.ts';

const text = '{\n  "dependencies": {\n    "lodash": "4.17.11",\n    "express": "^4.0.0"\n  }\n}\n';
const packages = [
  row('lodash', ['lodash'], { version: '4.17.11', licenses: ['MIT'], line: 3 }),
  row('express', ['express'], { version: '4.0.0', line: 4 }),
  row('qs', ['express', 'qs'], { version: '0.6.6', line: 4 }),
];
const at = (line: number) => ({ startLine: line, endLine: line, startColumn: 5, endColumn: 13 });
const issues = [
  makeKnown({
    file: 'package.json',
    ...at(3),
    severity: 'CRITICAL',
    dependency: dependency(
      {
        fixedVersion: '4.17.12',
        safeVersion: '4.17.21',
        reachability: { level: 'IMPORTED', evidence: '' },
      },
      'CVE-2019-10744',
    ),
  }),
  makeKnown({
    file: 'package.json',
    ...at(4),
    dependency: dependency(
      {
        name: 'qs',
        version: '0.6.6',
        direct: false,
        path: [
          { name: 'express', version: '4.0.0' },
          { name: 'qs', version: '0.6.6' },
        ],
      },
      'CVE-2014-7191',
    ),
  }),
];

/** The hovers of a line, in words alone. */
const hovers = (
  line: number,
  {
    rows = packages,
    known = issues,
    now = text,
  }: { rows?: Package[]; known?: KnownIssue[]; now?: string } = {},
): string[] =>
  askedPackages(rows, known, {
    file: 'package.json',
    line,
    lineText: now.split('\n')[line - 1] ?? '',
    text: now,
  }).map((asked) =>
    packageMarkdown(asked)
      .replace(/\[([^\]]*)\]\(command:([\w.]*)[^)]*\)/g, '<$1 $2>')
      .replaceAll('\\', ''),
  );

describe('the hover on a line of a manifest', () => {
  it('says which package it is, what is known of it, and what ends that', () => {
    const [hover = '', ...others] = hovers(3);
    assert.deepEqual(others, []);
    assert.match(hover, /^\*\*lodash 4\.17\.11\*\* npm · production · MIT\n/);
    assert.match(hover, /- <CVE-2019-10744 parapet\.showDetails> Critical · imported · fixed in 4\.17\.12/);
    assert.match(hover, /Smallest version without a known vulnerability: 4\.17\.21/);
    assert.match(hover, /Upgrade to 4\.17\.21 parapet\.generatePatch>/);
  });

  it('says what the package brings that is vulnerable, and leads there', () => {
    const [hover = ''] = hovers(4);
    assert.match(hover, /^\*\*express 4\.0\.0\*\* npm · production · brings 1/);
    assert.match(
      hover,
      /- brings qs 0\.6\.6 → <CVE-2014-7191 parapet\.showDetails> High · no fixed version known/,
    );
    assert.match(hover, /Show the way to qs parapet\.dependencyWay>/);
    assert.doesNotMatch(hover, /Upgrade/, 'nothing is known that would end it');
  });

  it('follows the line, and is none on others', () => {
    assert.deepEqual(hovers(2), []);
    assert.deepEqual(hovers(5), []);
    const moved = text.replace('{\n', '{\n  "name": "shop",\n');
    assert.match(hovers(4, { known: [], now: moved })[0] ?? '', /^\*\*lodash/);
    assert.deepEqual(hovers(3, { known: [], now: moved }), []);
  });

  it('says that nothing is known of a package, by the advisories that there are', () => {
    const [hover = ''] = hovers(3, { known: [] });
    assert.match(hover, /None of the advisories that the service has affects it\./);
  });

  it('says what the issues say where the service lists no packages, and nothing of settled ones', () => {
    assert.match(hovers(3, { rows: [] })[0] ?? '', /^\*\*lodash 4\.17\.11\*\* npm · production\n/);
    const settled = issues.map((known) => ({
      ...known,
      issue: { ...known.issue, status: 'FALSE_POSITIVE' as const },
    }));
    assert.deepEqual(hovers(3, { rows: [], known: settled }), []);
  });

  it('finds packages of Maven by their artifact', () => {
    const pom = '<dependency>\n<groupId>org.acme</groupId>\n<artifactId>paint</artifactId>\n</dependency>';
    const found = askedPackages([row('org.acme:paint', ['org.acme:paint'], { line: 3 })], [], {
      file: 'package.json',
      line: 3,
      lineText: '<artifactId>paint</artifactId>',
      text: pom,
    });
    assert.deepEqual(
      found.map(({ name }) => name),
      ['org.acme:paint'],
    );
  });

  it('lets names of others be names: no link, no command, no icon', () => {
    const evil = '](command:workbench.action.quit) $(flame) <img src=x>';
    const [asked] = askedPackages([row(evil, [evil])], [], {
      file: 'package.json',
      line: 3,
      lineText: `  "${evil}": "1"`,
      text: `\n\n  "${evil}": "1"`,
    });
    const shown = packageMarkdown(asked ?? assert.fail());
    assert.doesNotMatch(shown, /[^\\]\]\(command|[^\\]\$\(|<img/);
  });
});

describe('links of packages', () => {
  it('lead to the publisher of an advisory, and only for what is an id', () => {
    assert.equal(advisoryUrl('CVE-2019-10744'), 'https://www.cve.org/CVERecord?id=CVE-2019-10744');
    assert.equal(advisoryUrl('GHSA-jf85-cpcp-j695'), 'https://github.com/advisories/GHSA-jf85-cpcp-j695');
    assert.equal(advisoryUrl('PYSEC-2021-66'), 'https://osv.dev/vulnerability/PYSEC-2021-66');
    for (const id of ['', 'javascript:alert(1)', 'CVE-2019-1/../..', 'https://evil.example/']) {
      assert.equal(advisoryUrl(id), undefined, id);
    }
  });

  it('lead to the registry of an ecosystem', () => {
    assert.equal(registryUrl('npm', '@scope/kit'), 'https://www.npmjs.com/package/%40scope/kit');
    assert.equal(
      registryUrl('Maven', 'org.acme:paint'),
      'https://central.sonatype.com/artifact/org.acme/paint',
    );
    assert.equal(registryUrl('npm', 'x?y#z'), 'https://www.npmjs.com/package/x%3Fy%23z');
    assert.equal(registryUrl('npm', '../../login'), undefined);
    assert.equal(registryUrl('constructor', 'x'), undefined);
    assert.equal(registryUrl('docker', 'node'), undefined);
  });
});
