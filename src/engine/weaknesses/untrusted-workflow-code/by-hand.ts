import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    /self-hosted/.test(line)
      ? line.replace(/\[?.*self-hosted.*$/, 'runs-on: ubuntu-latest')
      : /github\.(?:actor|triggering_actor)/.test(line)
        ? line.replace(/github\.(?:triggering_)?actor/, 'github.event.pull_request.user.login')
        : `# in a workflow of pull_request, without secrets:\n${line}`,
};
