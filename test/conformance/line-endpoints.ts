import type { FoundEndpoint } from '../../src/engine/endpoints/endpoint.ts';

/** What stands in for the inventory of routes: every line of an Express application that registers one. */
export const endpointsOf = (file: string, text: string): FoundEndpoint[] =>
  text.split('\n').flatMap((line, index): FoundEndpoint[] => {
    const [, method = '', path = '', guard] =
      /^app\.(get|post|put|delete)\('([^']*)', (?:(require\w+), )?/.exec(line) ?? [];
    if (method === '') return [];
    return [
      {
        ...{ handler: '', file, line: index + 1, methods: [method.toUpperCase()], path, description: '' },
        ...{ language: 'javascript', administrators: undefined, roles: [], parameters: [] },
        authentication: guard === undefined ? 'NONE' : 'REQUIRED',
        guards: guard === undefined ? [] : [{ guard, shownBy: 'code' }],
      },
    ];
  });
