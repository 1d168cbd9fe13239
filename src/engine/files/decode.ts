/** Bytes to text as an editor would show it, so that lines and columns agree with what the user sees. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export type Decoded =
  | { readonly kind: 'binary' }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly encoding: Encoding;
      /** True when nothing in the file says its encoding: no mark, not UTF-8, read as what is most likely. */
      readonly guessed: boolean;
    };

const strict = {
  'utf-8': new TextDecoder('utf-8', { fatal: true }),
  'utf-16le': new TextDecoder('utf-16le', { fatal: true }),
  'utf-16be': new TextDecoder('utf-16be', { fatal: true }),
} as const;
const lenient = {
  'utf-8': new TextDecoder('utf-8'),
  'utf-16le': new TextDecoder('utf-16le'),
  'utf-16be': new TextDecoder('utf-16be'),
  'windows-1252': new TextDecoder('windows-1252'),
} as const;

/** How much of a file's beginning decides whether it is text. */
const probeLength = 8192;

/**
 * By byte order mark, else UTF-16 by its pattern of zero bytes, else UTF-8 when valid, else Windows-1252 (a superset
 * of Latin-1). A zero byte, or more control characters than text has, makes a file binary. The mark is dropped.
 */
export function decode(bytes: Uint8Array): Decoded {
  const marked = byteOrderMark(bytes);
  if (marked) return decodeAs(bytes, marked);
  const probe = bytes.subarray(0, probeLength);
  if (probe.includes(0)) {
    const wide = utf16ByZeros(probe);
    return wide ? { ...decodeAs(bytes, wide), ...{ guessed: true } } : { kind: 'binary' };
  }
  try {
    const text = strict['utf-8'].decode(bytes);
    return text.includes('\u0000') || controlShare(probe) > 0.1
      ? { kind: 'binary' }
      : { kind: 'text', text, encoding: 'utf-8', guessed: false };
  } catch {
    if (controlShare(probe) > 0.02 || bytes.includes(0)) return { kind: 'binary' };
    return {
      kind: 'text',
      text: lenient['windows-1252'].decode(bytes),
      encoding: 'windows-1252',
      guessed: true,
    };
  }
}

function decodeAs(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): Decoded {
  try {
    return { kind: 'text', text: strict[encoding].decode(bytes), encoding, guessed: false };
  } catch {
    return { kind: 'text', text: lenient[encoding].decode(bytes), encoding, guessed: true };
  }
}

function byteOrderMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe && !(bytes[2] === 0 && bytes[3] === 0)) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Western text in UTF-16 has a zero in nearly every second byte, always on the same side. */
function utf16ByZeros(probe: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  let even = 0;
  let odd = 0;
  for (let i = 0; i + 1 < probe.length; i += 2) {
    if (probe[i] === 0) even++;
    if (probe[i + 1] === 0) odd++;
  }
  const pairs = Math.floor(probe.length / 2);
  if (odd > pairs * 0.7 && even < pairs * 0.02) return 'utf-16le';
  if (even > pairs * 0.7 && odd < pairs * 0.02) return 'utf-16be';
  return undefined;
}

/** The share of control characters that text does not have: all but tab, line ends, form feed, backspace, escape. */
function controlShare(probe: Uint8Array): number {
  let control = 0;
  for (const byte of probe) {
    if (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) control++;
  }
  return probe.length === 0 ? 0 : control / probe.length;
}
