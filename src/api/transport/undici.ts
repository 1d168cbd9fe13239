import operations from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

/**
 * What is used of undici, without the rest of it (`fetch`, web sockets, mocks), which takes as long again to be loaded.
 * It is loaded with the first call (`network.ts`), so that it costs nothing before.
 */
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js';

// Dispatchers get their operations from the entry of the whole, which is not loaded.
Object.assign(Dispatcher.prototype, operations);
