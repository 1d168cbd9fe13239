/** Words that say that a value must not be guessed. */
const secretWords = new Set([
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'passcode',
  'secret',
  'token',
  'nonce',
  'salt',
  'otp',
  'totp',
  'session',
  'sessionid',
  'sid',
  'csrf',
  'xsrf',
  'apikey',
  'auth',
  'credential',
  'credentials',
  'cookie',
  'remember',
  'rememberme',
  'verification',
  'activation',
  'invitation',
  'captcha',
  'voucher',
  'coupon',
  'signature',
  'pincode',
  'iv',
  'tempass',
]);
const secretPairs =
  /(?:secret|api|private|session|signing|encryption|encrypt|auth|access|crypto|aes|hmac|master|user|remember ?me) key|reset (?:code|link|key)|verify code|confirm(?:ation)? code|(?:security|login|access|one time) code|^pin$| pin$/;

/** Whether a name, in any spelling, is one of a secret: `resetToken`, `session_id`, `API_KEY`. */
export function namesSecret(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return words.some((word) => secretWords.has(word)) || secretPairs.test(words.join(' '));
}
