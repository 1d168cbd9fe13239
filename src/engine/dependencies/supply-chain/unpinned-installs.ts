import { type Span, valueAt } from '../../files/structured/value.ts';
import { readYamlDocuments } from '../../files/structured/yaml.ts';
import { readDockerfile } from '../../infrastructure/docker/dockerfile.ts';
import {
  nameOf,
  type ShellCommand,
  type ShellWord,
  shellCommands,
} from '../../infrastructure/docker/shell.ts';
import { workflowOf } from '../../infrastructure/workflows/workflow.ts';
import { Place } from '../formats/place.ts';
import { parsed } from './parsed.ts';
import { amongNames, type Risk, type SupplyChainRule } from './risk.ts';

/** Commands of images and workflows that install whatever version of a Python package is the newest. */

const newestVersion: SupplyChainRule = {
  id: 'unpinned-dependency/install-command',
  title: 'Python packages installed without a fixed version',
  cwes: ['CWE-829'],
  score: 15,
  confidence: 85,
  isHint: true,
  remediation: 'Name exact versions, or install from a file of requirements with hashes.',
};

/** Places of one file that are told. */
const mostPlaces = 200;

export const unpinnedInstallRules = [newestVersion];

/** @param text of a Dockerfile */
export function dockerfileInstallRisks(text: string, file: string): Risk[] {
  const { stages } = readDockerfile(text).file;
  const place = new Place(text);
  return stages
    .flatMap(({ instructions }) => instructions)
    .filter(({ name }) => name === 'RUN')
    .flatMap(({ body, bodyAt, heredocs }) => [{ at: bodyAt, text: withoutOptions(body) }, ...heredocs])
    .flatMap((script) => risksOf(script.text, script.at, place, file))
    .slice(0, mostPlaces);
}

/** Options of RUN become blanks, so that offsets stay; the form of JSON is no shell. */
const withoutOptions = (body: string): string =>
  /^\s*(?:--\S+\s+)*\[\s*"/.test(body)
    ? ''
    : body.replace(/^\s*(?:--\S+\s+)*/, (options) => ' '.repeat(options.length));

/** @param text of a workflow or a composite action of GitHub Actions */
export function workflowInstallRisks(text: string, file: string): Risk[] {
  const [document] = parsed(() => [...readYamlDocuments(text)]) ?? [];
  const workflow = document?.root && workflowOf(document.root);
  const place = new Place(text);
  return (workflow?.jobs ?? [])
    .flatMap(({ steps }) => steps)
    .flatMap(({ table }): Span[] => {
      const run = valueAt(table, 'run');
      return run?.kind === 'text' ? [run] : [];
    })
    .flatMap(({ start, end }) => {
      const script = text
        .slice(start, end)
        .replace(/\$\{\{[^}]{0,1000}\}\}/g, (one) => '$'.padEnd(one.length, '_'));
      return risksOf(script, start, place, file);
    })
    .slice(0, mostPlaces);
}

function risksOf(script: string, offset: number, place: Place, file: string): Risk[] {
  return shellCommands(script, offset).flatMap((command): Risk[] => {
    const names = newestOf(argumentsOf(command)).map(({ text }) => text);
    if (names.length === 0) return [];
    const range = place.range({ start: command.at, end: command.end });
    return [
      {
        rule: newestVersion,
        ...{ ecosystem: 'PyPI', file, range, subject: names.join(' ').slice(0, 200) },
        message: `The newest version of ${amongNames(names)} is installed, whatever was published by then.`,
      },
    ];
  });
}

/** What follows `pip install`, `python -m pip install` or `uv pip install`. */
function argumentsOf(command: ShellCommand): readonly ShellWord[] {
  const texts = command.words.map(({ text }) => text);
  const name = nameOf(command);
  const from = /^pip[\d.]*$/.test(name)
    ? 1
    : /^python[\d.]*$/.test(name) && texts[1] === '-m' && texts[2] === 'pip'
      ? 3
      : name === 'uv' && texts[1] === 'pip'
        ? 2
        : undefined;
  if (from === undefined) return [];
  const verb = texts.findIndex((text, index) => index >= from && !text.startsWith('-'));
  return texts[verb] === 'install' ? command.words.slice(verb + 1) : [];
}

/** Options of pip that take the next word. */
const taking =
  /^(?:-[riftdc]|-e|--(?:requirement|constraint|index-url|extra-index-url|find-links|target|prefix|root|python|platform|python-version|implementation|abi|src|cache-dir|log|proxy|retries|timeout|cert|trusted-host|editable|progress-bar|upgrade-strategy|no-binary|only-binary))$/;
/** Files that say the versions, and what makes pip refuse any other. */
const pinning = /^(?:-c|--constraint|--require-hashes)(?:=|$)/;
/** What installs the others; it comes with the image in any case. */
const installers = /^(?:pip|setuptools|wheel|uv)$/i;

/** The packages among arguments of which no version is named; none where another file says the versions. */
function newestOf(words: readonly ShellWord[]): readonly ShellWord[] {
  if (words.some(({ text }) => pinning.test(text))) return [];
  return words.filter(({ text }, index) => {
    if (text.startsWith('-') || taking.test(words[index - 1]?.text ?? '')) return false;
    const name = /^[A-Za-z\d][\w.-]*/.exec(text)?.[0];
    return name !== undefined && !installers.test(name) && isPackage(text) && !/==|@/.test(text);
  });
}

/** Neither a path nor an address, nor anything that a variable decides. */
const isPackage = (text: string): boolean =>
  !/[/\\$]|^\.|\.(?:whl|zip|tar\.gz)$/.test(text) && /^[\w.[\],\s<>=!~*-]+$/.test(text);
