import { createHash } from 'node:crypto';

/**
 * Keys that their vendors publish for tests and emulators, and that open nothing: SHA-256 of each, so that no scanner of
 * secrets stumbles over this file.
 */
const published: ReadonlySet<string> = new Set([
  // Azurite, the emulator of Azure Storage
  '0011cc25eb4320717494d2703e8cba85743e71b500283c21c8b88147992f9059',
  // the emulator of Azure Cosmos DB
  'aa6547439583c3a275d4542a0df6c1ad6a863971be9f2a2220f027cc02aef615',
  // reCAPTCHA, secret key for automated tests
  'f5e95c9954635b65acab57e6d5ea663eb900f06dc8794a90358f5abb1c77d4e0',
  // reCAPTCHA, site key for automated tests
  '03b970ed8171d73b58bbc9a5c72e3e4eec28503b56b3bb400a0801857dd45614',
  // hCaptcha, secret key for tests
  '0fff9ee671b05ea25f58ed9584635fad2558e23c031003fd52d393bff5973fb0',
  // Turnstile, secret key that always passes
  'fb8f35129df87662c650ada12fd614f1b58dce4a37fdd7589ba3a6b9a78c0aae',
  // Turnstile, secret key that always fails
  '1e3e58656012d861e23deae64f177673d7b86a9c55fe1d5d10b94e3c9755d168',
  // Turnstile, secret key that was spent
  '841b4f5b0b34e19ada74f47a88831efbb909008ceea4430d61449c1874923f83',
]);

/** Keys that browsers and apps are given: of PostHog (projects), Stripe and Mapbox. */
const publishable = /^(?:phc_|pk_(?:live|test)_|pk\.eyJ)/;

/** Whether a value is a key that its vendor's documentation gives to everyone, or one that is made to be given out. */
export const isPublished = (value: string): boolean =>
  publishable.test(value) || published.has(createHash('sha256').update(value).digest('hex'));
