/** Modules of Node.js that are imported without `node:`. */
const builtIn: ReadonlySet<string> = new Set(
  `assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events
   fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream
   string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib`.split(/\s+/),
);

/** Whether a bare specifier's package is a module of the runtime. */
export const isBuiltIn = (name: string): boolean => builtIn.has(name) || name.includes(':');
