import type { SourceFile } from '../analysis.ts';
import type { ProjectFiles } from '../dependencies/package.ts';
import { LineIndex } from '../files/lines.ts';
import { readJson } from '../files/structured/json.ts';
import type { Fault, LocatedValue, Structured } from '../files/structured/value.ts';
import { readYamlDocuments } from '../files/structured/yaml.ts';
import type { Skip } from '../finding.ts';
import { examineResources } from './cloud/examine.ts';
import { secretValues } from './cloudformation/secret-values.ts';
import { resourcesOf } from './cloudformation/template.ts';
import { examineCompose } from './compose/examine.ts';
import { examineDockerfile } from './docker/examine.ts';
import { chartOf, rendered } from './helm/render.ts';
import { kindOf } from './kinds.ts';
import { examineManifest, examineObject } from './kubernetes/examine.ts';
import { isPatch } from './kubernetes/kustomize.ts';
import { examineNginx } from './nginx/examine.ts';
import { type Piece, piecesOf, placed } from './pieces.ts';
import { firstPlaces, type Hit, moreThanListed } from './rule.ts';
import { kubernetesObjects } from './terraform/kubernetes.ts';
import { readTerraform } from './terraform/module.ts';
import { examineWorkflow } from './workflows/examine.ts';

/** What one reader makes of a file. */
export interface Reading {
  readonly hits: readonly Hit[];
  readonly skips: readonly Skip[];
}

const nothing: Reading = { hits: [], skips: [] };

/** Returns what the rules find in a file, and what of it was not read. Never throws for a text. */
export function readInfrastructure(file: SourceFile, files: ProjectFiles): Reading {
  const { hits, skips } = readAsKind(file, files);
  const { kept, left } = firstPlaces(hits);
  const skip: Skip = { file: file.path, reason: 'step-limit', detail: moreThanListed(left), partial: true };
  return { hits: kept, skips: left === 0 ? skips : [...skips, skip] };
}

function readAsKind(file: SourceFile, files: ProjectFiles): Reading {
  const { path, text } = file;
  switch (kindOf(path, text)) {
    case 'dockerfile':
      return readDockerfile(file);
    case 'compose':
      return readDocuments(file, () => readYamlDocuments(text), examineCompose);
    case 'workflow':
      return readDocuments(
        file,
        () => readYamlDocuments(text),
        (root) => examineWorkflow(root, text),
      );
    case 'manifest': {
      const chart = chartOf(path, files);
      if (chart !== undefined) return readChart(file, chart, files);
      const isPart = isPatch(path, files);
      const readings = piecesOf(text).map((piece) =>
        readDocuments(
          file,
          () => readYamlDocuments(piece.text),
          (root) => examineManifest(root, piece.text, isPart),
          piece,
        ),
      );
      return { hits: readings.flatMap(({ hits }) => hits), skips: readings.flatMap(({ skips }) => skips) };
    }
    case 'cloudformation':
      return readDocuments(
        file,
        () => readTemplate(text),
        (root) => [...examineResources(resourcesOf(root, text)), ...secretValues(root)],
      );
    case 'terraform':
      return readTerraformFile(file, files);
    case 'nginx': {
      const { hits, brokenAt } = examineNginx(text);
      const message = 'A brace or a semicolon is missing. What follows was not read.';
      const skips = brokenAt === undefined ? [] : [faultSkip(path, text, { offset: brokenAt, message })];
      return { hits, skips };
    }
    default:
      return nothing;
  }
}

/** A template has no fixes: what stands there is mostly a value of elsewhere. */
function readChart({ path, text }: SourceFile, folder: string, files: ProjectFiles): Reading {
  const template = rendered(text, folder, files);
  const file = { path, text: template.text };
  const { hits, skips } = readDocuments(
    file,
    () => readYamlDocuments(template.text),
    (root) => examineManifest(root, template.text),
  );
  const isRead = hits.length > 0 || skips.length === 0;
  const detail = 'It has logic that only Helm can run: it was read as if every branch was taken.';
  const partly: Skip = { file: path, reason: 'syntax-errors', detail, partial: true };
  return {
    hits: hits.map(({ fix: _, ...hit }) => hit),
    skips: isRead ? (template.isPartial ? [partly] : []) : skips,
  };
}

const readTemplate = (text: string): Iterable<Structured> =>
  /^\s*\{/.test(text) ? [readJson(text)] : readYamlDocuments(text);

function readTerraformFile({ path, text }: SourceFile, files: ProjectFiles): Reading {
  try {
    const { resources, fault } = readTerraform(path, text, files);
    const objects = kubernetesObjects(resources).flatMap((object) => examineObject(object, text));
    // Their edits are of YAML.
    const ofObjects = objects.map(({ fix: _, ...hit }) => hit);
    return {
      hits: [...examineResources(resources), ...ofObjects],
      skips: fault ? [faultSkip(path, text, fault)] : [],
    };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    const reason = error instanceof RangeError ? 'too-deep' : 'syntax-errors';
    return { hits: [], skips: [{ file: path, reason, detail: error.message, partial: false }] };
  }
}

function faultSkip(file: string, text: string, { offset, message }: Fault): Skip {
  const line = new LineIndex(text).lineOf(offset) + 1;
  return { file, reason: 'syntax-errors', detail: `Line ${line}: ${message}`, partial: true };
}

function readDockerfile({ path, text }: SourceFile): Reading {
  const { hits, unread } = examineDockerfile(text);
  if (unread.length === 0) return { hits, skips: [] };
  const detail = `${unread.length} lines are no instructions of a Dockerfile; the first is line ${unread[0]}.`;
  return { hits, skips: [{ file: path, reason: 'syntax-errors', detail, partial: true }] };
}

/** Examines each document that can be read; the first mistake is told. @param piece of the file that is read */
function readDocuments(
  { path, text }: SourceFile,
  read: () => Iterable<Structured>,
  examine: (root: LocatedValue) => readonly Hit[],
  piece: Piece = { text, at: 0 },
): Reading {
  const { at } = piece;
  const hits: Hit[] = [];
  const faults: Fault[] = [];
  try {
    for (const { root, faults: own } of read()) {
      hits.push(...examine(root).map((hit) => placed(hit, at)));
      // A key that comes twice hides what the first one says, and is no mistake of the text.
      faults.push(...own);
    }
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    const reason = error instanceof RangeError ? 'too-large' : 'syntax-errors';
    const isWhole = hits.length === 0 && piece.text === text;
    const where = piece.text === text ? '' : `The document from line ${new LineIndex(text).lineOf(at) + 1}: `;
    return { hits, skips: [{ file: path, reason, detail: where + error.message, partial: !isWhole }] };
  }
  const [first] = faults;
  return { hits, skips: first ? [faultSkip(path, text, { ...first, offset: first.offset + at })] : [] };
}
