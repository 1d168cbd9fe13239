// Required before any test: what was compiled once is kept for the tests' other processes and for the next run.
import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from '../../scripts/paths.ts';

process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
enableCompileCache(process.env['NODE_COMPILE_CACHE']);
