/** What is used of semver. Loaded when a service on this machine is looked for, from a file of its own. */
export { default as isOlder } from 'semver/functions/lt.js';
export { default as isVersion } from 'semver/functions/valid.js';
