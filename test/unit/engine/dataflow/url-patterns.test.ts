import assert from 'node:assert/strict';
import { namesDomain, namesHost } from '../../../../src/engine/dataflow/values/url-patterns.ts';

const sources = (patterns: readonly RegExp[]): string[] => patterns.map(({ source }) => source);

describe('patterns of addresses', () => {
  it('name a host where it is written out up to its end', () => {
    for (const source of sources([
      /^https:\/\/example\.com\//,
      /^https:\/\/(?:www\.)?example\.com(?:\/|$)/,
      /^https?:\/\/([\w-]+\.)*example\.com(\/|$)/,
      /^https:\/\/[a-z0-9-]+\.example\.com(?::\d+)?\//,
      /^(https?):\/\/(?:a\.example\.com|b\.example\.org)\//,
      /^https:\/\/example\.com(?:\/.*)?$/,
      /^https:\/\/example\.com\/?$/,
      /^https:\/\/\w+\.example\.com(?=\/|$)/,
      /^http:\/\/localhost:3000\//,
    ]))
      assert.ok(namesHost(source, 'anywhere'), source);
  });

  it('name none where something else may follow, stand in front, or take a dot’s place', () => {
    for (const source of sources([
      /^https:\/\/example\.com/,
      /^https:\/\/example\.com\/?/,
      /^https:\/\/example\.com(\/|$)?/,
      /^https:\/\/example\.com[^a]/,
      /^https:\/\/example.com\//,
      /^https:\/\/.+\.example\.com\//,
      /^https:\/\/[^/]+\.example\.com\//,
      /^https:\/\/[a-z]+example\.com\//,
      /^https:\/\/(a|b\.)example\.com\//,
      /^https:\/\/[\w.-]+\.[a-z]+\//,
      /https:\/\/example\.com\//,
    ]))
      assert.ok(!namesHost(source, 'anywhere'), source);
  });

  it('need no anchor where the call looks at the beginning, no end where it looks at the whole', () => {
    assert.ok(namesHost('https://(a|b)\\.example\\.com/', 'start'));
    assert.ok(!namesHost('https://a\\.example\\.com', 'start'));
    assert.ok(namesHost('https://a\\.example\\.com', 'whole'));
  });

  it('name a domain by the end of a host', () => {
    for (const source of sources([
      /\.example\.com$/,
      /(^|\.)example\.com$/,
      /^(?:.+\.)?example\.com$/,
      /^example\.com$/,
    ]))
      assert.ok(namesDomain(source), source);
    for (const source of sources([
      /example\.com$/,
      /.example.com$/,
      /\.com$/,
      /^(.+)?example\.com$/,
      /\.example\.com/,
    ]))
      assert.ok(!namesDomain(source), source);
  });
});
