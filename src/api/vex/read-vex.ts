import { maximumVexText } from '../contract/dependencies.ts';
import type { VexDocument } from './given.ts';
import { cycloneDxDocument, readCycloneDxVex } from './read-cyclonedx-vex.ts';
import { openVexDocument, readOpenVex } from './read-openvex.ts';

/** What says more is refused as a whole, for a part of it may say the opposite of the rest. */
const maximumPairs = 200_000;

/**
 * Reads an OpenVEX or CycloneDX document in JSON.
 * @throws SyntaxError with a sentence for what is neither, or is over the bounds
 */
export function readVex(text: string): VexDocument {
  if (text.length > maximumVexText)
    throw new SyntaxError(`The document has more than ${maximumVexText.toLocaleString('en')} characters.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new SyntaxError('The document is not JSON.');
  }
  const document = documentOf(json);
  const pairs = document.statements.reduce(
    (sum, { names, subjects }) => sum + names.length * subjects.length,
    0,
  );
  if (pairs > maximumPairs)
    throw new SyntaxError(
      `The document says something of more than ${maximumPairs.toLocaleString('en')} pairs of a vulnerability and a package.`,
    );
  return document;
}

function documentOf(json: unknown): VexDocument {
  const openVex = openVexDocument.safeParse(json);
  if (openVex.success) return readOpenVex(openVex.data);
  const cycloneDx = cycloneDxDocument.safeParse(json);
  if (cycloneDx.success) return readCycloneDxVex(cycloneDx.data);
  throw new SyntaxError('The document is neither OpenVEX nor CycloneDX in JSON.');
}
