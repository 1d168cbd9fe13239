import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, args }) =>
    `${callee}(${args[0] ?? 'url'}, { ca: fs.readFileSync('authority.pem') })`,
  python: ({ callee, args }) => `${callee}(${args[0] ?? 'url'}, verify="authority.pem")`,
  java: () =>
    `TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());\ntrust.init(keyStoreWithAuthority);\ncontext.init(null, trust.getTrustManagers(), null);`,
};
