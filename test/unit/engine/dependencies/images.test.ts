import assert from 'node:assert/strict';
import { formatOf } from '../../../../src/engine/dependencies/reading.ts';
import { named, readingOf, textAt } from './support.ts';

const digest = `sha256:${'0'.repeat(64)}`;

describe('Dockerfile', () => {
  const text = `# syntax=docker/dockerfile:1
ARG VERSION=3.12
ARG BASE
FROM --platform=linux/amd64 python:\${VERSION}-slim AS build
ARG VERSION=9
RUN --mount=type=bind,from=golang:1.22,target=/go echo hi \\
  # a comment in between
  && FROM=not-an-image
COPY --from=ghcr.io/astral-sh/uv:0.4 /uv /bin/
RUN <<EOF
FROM inside:1.0
EOF
FROM node:20.1.0@${digest}
FROM Build AS final
COPY --from=build /a /b
COPY --from=0 /a /b
FROM scratch
FROM \${BASE}
FROM localhost:5000/team/app
from alpine
`;
  const reading = readingOf({ Dockerfile: text });

  it('gives images, and neither stages nor scratch', () => {
    assert.deepEqual(
      reading.packages.map(({ name, version, group }) => [name, version, group]),
      [
        ['docker.io/library/python', '3.12-slim', 'FROM'],
        ['docker.io/library/golang', '1.22', 'RUN --from'],
        ['ghcr.io/astral-sh/uv', '0.4', 'COPY --from'],
        ['docker.io/library/node', '20.1.0', 'FROM'],
        ['localhost:5000/team/app', undefined, 'FROM'],
        ['docker.io/library/alpine', undefined, 'FROM'],
      ],
    );
    assert.equal(reading.packages[5]?.requirement, 'latest');
  });

  it('says where image and tag stand', () => {
    assert.equal(textAt(text, reading.packages[2]?.range), 'ghcr.io/astral-sh/uv:0.4');
    assert.equal(textAt(text, reading.packages[2]?.versionRange), '0.4');
    assert.equal(textAt(text, reading.packages[3]?.versionRange), `20.1.0@${digest}`);
    assert.equal(reading.packages[0]?.versionRange, undefined);
  });

  it('reads neither templates nor what is excluded', () => {
    for (const path of ['Dockerfile.j2', 'Dockerfile.dockerignore', 'Dockerfiles', 'docker/readme.md'])
      assert.equal(formatOf(path), undefined, path);
    for (const path of ['docker/Dockerfile.prod', 'Containerfile', 'app.dockerfile'])
      assert.equal(formatOf(path)?.id, 'Dockerfile', path);
  });

  it('says which image is not known', () => {
    assert.deepEqual(
      reading.problems.map(({ line }) => line),
      [18],
    );
  });

  it('takes another character for a continued line where the file says so', () => {
    const windows = '# escape=`\nFROM a:1\nRUN x `\n FROM b:2\nRUN C:\\\nFROM c:3\n';
    assert.deepEqual(named(readingOf({ 'build.Dockerfile': windows })), [
      'docker.io/library/a 1',
      'docker.io/library/c 3',
    ]);
  });
});

describe('Compose', () => {
  it('gives images of services that are not built here', () => {
    const text = `services:
  db:
    image: postgres:\${PG:-15.2}
  cache:
    image: "redis:7.0.0"
  app:
    build: .
    image: app:dev
  unknown:
    image: \${IMAGE}
`;
    const reading = readingOf({ 'docker-compose.prod.yml': text });
    assert.deepEqual(named(reading), ['docker.io/library/postgres 15.2', 'docker.io/library/redis 7.0.0']);
    assert.equal(textAt(text, reading.packages[1]?.versionRange), '7.0.0');
    assert.equal(reading.packages[0]?.versionRange, undefined);
    assert.equal(reading.problems[0]?.line, 10);
  });
});

describe('GitHub Actions', () => {
  const commit = 'a'.repeat(40);
  const text = `on: push
jobs:
  build:
    container: node:20.1.0
    services:
      db: { image: 'postgres:15' }
    steps:
      - uses: actions/checkout@v4
      - uses: "Tj-Actions/changed-files@v45.0.7"
      - uses: github/codeql-action/init@${commit} # v3.0.0
      - uses: ./local
      - uses: docker://alpine:3.18
      - uses: wrong
      - uses: \${{ matrix.action }}
      - run: echo uses
  call:
    uses: owner/repo/.github/workflows/x.yml@main
`;
  const reading = readingOf({ '.github/workflows/ci.yml': text });

  it('gives actions by their repository, and images', () => {
    assert.deepEqual(
      reading.packages.map(({ ecosystem, name, version, requirement }) => [
        ecosystem,
        name,
        version ?? requirement,
      ]),
      [
        ['GitHub Actions', 'actions/checkout', 'v4'],
        ['GitHub Actions', 'tj-actions/changed-files', 'v45.0.7'],
        ['GitHub Actions', 'github/codeql-action', commit],
        ['docker', 'docker.io/library/alpine', '3.18'],
        ['docker', 'docker.io/library/node', '20.1.0'],
        ['docker', 'docker.io/library/postgres', '15'],
        ['GitHub Actions', 'owner/repo', 'main'],
      ],
    );
  });

  it('takes no moving tag and no branch for a version', () => {
    assert.equal(reading.packages[0]?.version, undefined);
    assert.equal(reading.packages[1]?.version, 'v45.0.7');
    assert.equal(reading.packages.at(-1)?.version, undefined);
  });

  it('says where action and reference stand', () => {
    assert.equal(textAt(text, reading.packages[1]?.range), 'Tj-Actions/changed-files@v45.0.7');
    assert.equal(textAt(text, reading.packages[1]?.versionRange), 'v45.0.7');
    assert.equal(textAt(text, reading.packages[3]?.versionRange), '3.18');
    assert.equal(reading.problems[0]?.line, 13);
  });

  it('reads composite actions', () => {
    const action = 'runs:\n  using: composite\n  steps:\n    - uses: a/b@v1.0.0\n';
    assert.deepEqual(named(readingOf({ 'tools/action.yml': action })), ['a/b v1.0.0']);
    const container = 'runs:\n  using: docker\n  image: docker://debian:12\n';
    assert.deepEqual(named(readingOf({ 'action.yaml': container })), ['docker.io/library/debian 12']);
  });
});
