/** What is used of undici. Loaded on the first call (`network.ts`), so that it costs nothing before. */
export { Agent, EnvHttpProxyAgent, request } from 'undici';
