import { bare, callAt } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Fix, Situation, Strategy } from '../../fixes/fix.ts';
import { isTyped, withHelper } from '../../fixes/helpers.ts';
import { functionAround } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { compose } from '../../fixes/text/compose.ts';
import { plainText } from '../../fixes/text/pieces.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { allowing, needsHosts } from '../ssrf/fix-allowed-host.ts';
import { assignedTo } from '../xss/sites.ts';

const toPaths: Omit<Fix, 'edits'> = {
  strategy: 'open-redirect/local-path',
  title: 'Redirect only to paths of this site',
  explanation:
    'The address is taken only where it is a path: it begins with one slash, and not with `//` or `/\\`, which browsers read as another host. Anything else leads to the front page. Where redirects to other sites are meant, list those.',
};

const toListedSites: Omit<Fix, 'edits'> = {
  strategy: 'open-redirect/allowed-host',
  title: 'Redirect only to the sites that the environment variable ALLOWED_HOSTS lists',
  explanation:
    'The code around tests the host of an address, so that other sites are meant, but what it tests lets more through. Redirects go only to hosts that `ALLOWED_HOSTS` lists in full; any other address is refused with an error.',
  needs: needsHosts('Names of the sites that redirects may lead to', 'every redirect'),
};

/** Redirects stay on the site: a path of its own, or its front page. */
const localRedirect: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source } = situation;
    const targets = targetsOf(situation).flatMap((node) => dynamicPart(source, node));
    if (targets.length === 0) return undefined;
    const isElsewhere = testsHosts(source, situation.node);
    const { name, edits } = isElsewhere
      ? allowing(source, situation.node, 'address')
      : helperOf(source, situation.node);
    return {
      ...(isElsewhere ? toListedSites : toPaths),
      edits: [
        ...edits,
        ...targets.flatMap(({ at, end }): Edit[] => [
          { at, end: at, text: `${name}(` },
          { at: end, end, text: ')' },
        ]),
      ],
    };
  },
};

/** Whether the function tests to which host an address leads, so that it is meant to lead to others. */
function testsHosts(source: Source, node: SyntaxNode): boolean {
  const text = source.textOf(functionAround(source, node));
  return hostTested.test(text) && !ownHost.test(text);
}

const hostTested =
  /(?:\bgetHost\(\)|\.host(?:name)?\b|\bnetloc\b|\bhost(?:name)?)\)?\.(?:ends|starts|end|start)s?[Ww]ith\(|\.(?:includes|contains|indexOf|has|endsWith|equals)\(\s*\w*(?:\.host(?:name)?\b|\.getHost\(\)|\bhost(?:name)?\s*\))|(?:\.host(?:name)?|\bnetloc|\bhost(?:name)?)\s+(?:not\s+)?in\s+\w/;
/** The site's own host, with which targets are compared where they are to stay. */
const ownHost = /\breq(?:uest)?\.(?:host(?:name)?\b|get_host\(|getServerName\(|headers\.host\b)/;

/** The whole address, or what follows `redirect:` or the site's own prefix. */
function dynamicPart(source: Source, node: SyntaxNode): SyntaxNode[] {
  const { pieces } = compose(source, node);
  const [first] = pieces;
  if (pieces.every(({ kind }) => kind === 'text')) return [];
  if (pieces.length === 1) return [node];
  const head = first?.kind === 'text' ? plainText(first.units) : '';
  if (/^(?:redirect|forward):$/.test(head))
    return pieces.slice(1).flatMap((piece) => (piece.kind === 'code' ? [piece.node] : []));
  return /^https?:/.test(head) ? [] : [node];
}

function targetsOf({ source, finding, node }: Situation): SyntaxNode[] {
  const range = source.offsetsOf(finding.range);
  const property = assignedTo(source, node);
  if (property && node.at === range.at && node.end === range.end) return [property.value];
  const subscript = source.around(node, 'subscript');
  const assignment = subscript && source.parentOf(subscript);
  const assigned = assignment?.type === 'assignment' ? fieldOf(assignment, 'right') : undefined;
  if (assigned && fieldOf(assignment as SyntaxNode, 'left') === subscript) return [assigned];
  const exact = source.covering(range);
  const call = callAt(source, range);
  if (!call || call.node.end !== range.end || (call.nameNode.at !== range.at && call.node.at !== range.at)) {
    if (exact.type === 'identifier' && source.parentOf(exact)?.type.includes('assignment')) {
      const value = fieldOf(source.parentOf(exact) as SyntaxNode, 'right');
      return value ? [value] : [];
    }
    return [exact];
  }
  const keyword = ['url', 'location', 'redirect_to']
    .map((name) => call.keywords.get(name))
    .find((one) => one !== undefined);
  const [first, second] = call.args;
  if (keyword) return [keyword];
  if (call.name === 'writeHead') {
    const headers = call.args.find((arg) => arg.type === 'object');
    const pair = headers?.children.find((one) => /^['"]?location['"]?\s*:/i.test(source.textOf(one)));
    const value = pair && fieldOf(pair, 'value');
    return value ? [value] : [];
  }
  if (/^(?:set|setHeader|header|addHeader|append|add)$/.test(call.name)) return second ? [second] : [];
  if (second && first && /^\d+$|^HttpStatus|^Http/.test(source.textOf(first))) return [second];
  return first ? [inner(source, first)] : [];
}

/** `URI.create(target)`, `new URL(next, base)`: the text in it. */
function inner(source: Source, node: SyntaxNode): SyntaxNode {
  const text = source.textOf(node);
  if (!/^(?:(?:java\.net\.)?URI\.create|new URI|new URL)\(/.test(text)) return node;
  const list = bare(node).children.find(({ type }) => type === 'argument_list' || type === 'arguments');
  return list?.children[0] ?? node;
}

function helperOf(source: Source, at: SyntaxNode): { name: string; edits: Edit[] } {
  const { quote } = source.style;
  switch (source.language) {
    case 'javascript':
      return {
        name: 'localPath',
        edits: withHelper(source, at, 'localPath', (unit) => [
          '/** A path of this site; anything that may lead elsewhere becomes the front page. */',
          isTyped(source) ? 'function localPath(target: unknown): string {' : 'function localPath(target) {',
          `${unit}const path = String(target).replace(/[\\t\\n\\r]/g, ${quote}${quote});`,
          `${unit}if (!path.startsWith(${quote}/${quote}) || path.startsWith(${quote}//${quote}) || path.startsWith(${quote}/\\\\${quote})) return ${quote}/${quote};`,
          `${unit}return path;`,
          '}',
        ]),
      };
    case 'python':
      return {
        name: 'local_path',
        edits: withHelper(source, at, 'local_path', (unit) => [
          'def local_path(target):',
          `${unit}"""A path of this site; anything that may lead elsewhere becomes the front page."""`,
          `${unit}path = str(target or "").replace("\\t", "").replace("\\r", "").replace("\\n", "")`,
          `${unit}if not path.startswith("/") or path.startswith("//") or path.startswith("/\\\\"):`,
          `${unit}${unit}return "/"`,
          `${unit}return path`,
        ]),
      };
    case 'java':
      return {
        name: 'localPath',
        edits: withHelper(source, at, 'localPath', (unit) => [
          '/** A path of this site; anything that may lead elsewhere becomes the front page. */',
          'private static String localPath(String target) {',
          `${unit}String path = target == null ? "" : target.replaceAll("[\\\\t\\\\n\\\\r]", "");`,
          `${unit}if (!path.startsWith("/") || path.startsWith("//") || path.startsWith("/\\\\")) {`,
          `${unit}${unit}return "/";`,
          `${unit}}`,
          `${unit}return path;`,
          '}',
        ]),
      };
  }
}

export const fixes: readonly Strategy[] = [localRedirect];
