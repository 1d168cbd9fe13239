/** What is used of undici. Loaded on the first call (`network.ts`), so that it costs nothing before. */
export { Agent, ProxyAgent, request } from 'undici';
