import type { SourceFile } from '../../../../../src/engine/analysis.ts';
import { reachabilityOf } from '../../../../../src/engine/dependencies/reachability/answer.ts';
import type {
  Reachability,
  WantedPackage,
} from '../../../../../src/engine/dependencies/reachability/reachability.ts';
import type { ProductFile } from '../../../../../src/engine/dependencies/reachability/usage.ts';
import { projectRoles } from '../../../../../src/engine/roles/project-roles.ts';
import { newAnalyzer } from '../../../../support/engine.ts';

/** What the analysis of a project tells of the product's files. */
export async function productOf(files: readonly SourceFile[]): Promise<ReadonlyMap<string, ProductFile>> {
  const analyzer = await newAnalyzer();
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const roles = projectRoles({ paths: [...texts.keys()], read: (path) => texts.get(path), isWhole: true });
  const product = new Map<string, ProductFile>();
  await analyzer.analyse({ files, fileCount: files.length, roles }, (event) => {
    if (event.type === 'usage' && event.product) product.set(event.file, event.product);
  });
  return product;
}

/** How far small projects, by path and text, get into packages. */
export async function answers(
  texts: Readonly<Record<string, string>>,
  wanted: readonly WantedPackage[],
): Promise<ReadonlyMap<string, Reachability>> {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  return reachabilityOf(wanted, { files: await productOf(files), unread: {}, read: (path) => texts[path] });
}
