/** What is risky in the commands of a build. */
import { isPlainRemote } from '../../ai-inventory/networks.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Hit, Rule, SafeEdit } from '../rule.ts';
import {
  pipedToShell,
  plainDownload,
  sudoCommand,
  sudoRights,
  uncheckedCertificate,
  unsignedPackages,
  worldWritable,
} from './rules.ts';
import { nameOf, type ShellCommand, type ShellWord, shellCommands } from './shell.ts';

const downloaders = new Set(['curl', 'wget', 'fetch', 'aria2c']);
const interpreters = /^(?:(?:ba|da|z|k|a)?sh|python[\d.]*|perl|ruby|node|php|pwsh|powershell|iex)$/;

/** Options that turn the check of certificates off, by program; each a pattern of one word. */
const unchecked: ReadonlyMap<string, RegExp> = new Map([
  ['curl', /^(?:--insecure|--proxy-insecure|-[a-jl-zA-Z]*k[a-zA-Z]*)$/],
  ['wget', /^--no-check-certificate$/],
  ['aria2c', /^--check-certificate=false$/],
]);

/** Options that install packages whatever their signature says. */
const unsigned: ReadonlyMap<string, RegExp> = new Map([
  ['apt', /^(?:--allow-unauthenticated|--force-yes)$/],
  ['apt-get', /^(?:--allow-unauthenticated|--force-yes)$/],
  ['apk', /^--allow-untrusted$/],
  ['yum', /^--nogpgcheck$/],
  ['dnf', /^--nogpgcheck$/],
  ['microdnf', /^--nogpgcheck$/],
  ['zypper', /^--no-gpg-checks$/],
  ['rpm', /^(?:--nosignature|--nodigest)$/],
]);

/** Returns the risks of a script of a build. @param subject what runs it, for fingerprints */
export function riskyCommands(script: string, offset: number, subject: string): readonly Hit[] {
  let download: ShellCommand | undefined;
  return shellCommands(script, offset).flatMap((command) => {
    // What a pipe begins with may be downloaded, or come from one before.
    if (command.joined !== '|') download = undefined;
    const before = download;
    if (downloaders.has(nameOf(command))) download ??= command;
    return [
      ...piped(command, before, subject),
      ...options(command, subject),
      ...plain(command, subject),
      ...permissions(command, subject),
      ...sudo(command, subject),
    ];
  });
}

function hit(
  rule: Rule,
  place: ShellWord | ShellCommand,
  message: string,
  subject: string,
  fix?: SafeEdit,
): Hit {
  return { rule, at: place.at, end: place.end, message, subject, ...(fix && { fix }) };
}

/** `curl … | sh`, also with programs between that only pass text on. @param source the download that the pipe begins with */
function piped(command: ShellCommand, source: ShellCommand | undefined, subject: string): readonly Hit[] {
  if (!source || command.joined !== '|' || !interpreters.test(nameOf(command))) return [];
  if (
    command.words.slice(1).some(({ text }) => text !== '-' && !text.startsWith('-')) &&
    !readsInput(command)
  )
    return [];
  const address =
    source.words.find(({ text }) => /^(?:https?:|ftp:)/.test(text))?.text ?? 'what it downloads';
  return [
    {
      rule: pipedToShell,
      at: source.at,
      end: command.end,
      message: `\`${nameOf(command)}\` runs ${shown(address)} as it comes, so whoever controls that server or the way to it runs commands in this build.`,
      subject,
    },
  ];
}

/** `sh -s -- arguments` reads its script from its input though it has arguments. */
const readsInput = ({ words }: ShellCommand): boolean =>
  words.some(({ text }) => /^-[a-rt-z]*s/.test(text) || text === '-' || text === '/dev/stdin');

const shown = (text: string): string => `\`${text.slice(0, 120)}\``;

function options(command: ShellCommand, subject: string): readonly Hit[] {
  const name = nameOf(command);
  const words = command.words.slice(1);
  const off = unchecked.get(name);
  const found: Hit[] = [];
  const option = off && words.find(({ text }) => off.test(text));
  if (option)
    found.push(
      hit(
        uncheckedCertificate,
        option,
        `\`${name}\` takes the answer of any server, because ${shown(option.text)} turns the check of certificates off.`,
        subject,
        removal(option, words),
      ),
    );
  const other = otherUnchecked(name, words);
  if (other)
    found.push(
      hit(
        uncheckedCertificate,
        other,
        `\`${name}\` does not check certificates after ${shown(other.text)}.`,
        subject,
      ),
    );
  const untrusted = unsigned.get(name);
  const without = untrusted && words.find(({ text }) => untrusted.test(text));
  if (without)
    found.push(
      hit(
        unsignedPackages,
        without,
        `\`${name}\` installs packages without checking their signature, because of ${shown(without.text)}.`,
        subject,
        removal(without, words),
      ),
    );
  return found;
}

/** Settings of package managers and of git that turn the check off. */
function otherUnchecked(name: string, words: readonly ShellWord[]): ShellWord | undefined {
  const texts = words.map(({ text }) => text);
  const follows = (a: RegExp, b: RegExp): ShellWord | undefined =>
    words.find((_, i) => a.test(texts[i] ?? '') && b.test(texts[i + 1] ?? ''));
  if (/^(?:npm|pnpm|yarn)$/.test(name))
    return (
      follows(/^strict-ssl$/i, /^false$/) ?? words.find(({ text }) => /^(?:--)?strict-ssl=false$/i.test(text))
    );
  if (name === 'git')
    return (
      follows(/^http\.sslverify$/i, /^(?:false|0)$/) ??
      words.find(({ text }) => /^http\.sslverify=(?:false|0)$/i.test(text))
    );
  return undefined;
}

/** An option that stands alone is taken away with the blank before it. */
function removal(option: ShellWord, words: readonly ShellWord[]): SafeEdit | undefined {
  if (!/^--/.test(option.text) && !/^-k$/.test(option.text)) return undefined;
  const before = words[words.indexOf(option) - 1];
  const edits: readonly Edit[] = [{ at: option.at - 1, end: option.end, text: '' }];
  return before === undefined || before.end <= option.at - 1
    ? {
        title: `Remove ${option.text}`,
        explanation: 'The step fails where the check fails. Add the missing key or certificate then.',
        edits,
      }
    : undefined;
}

function plain(command: ShellCommand, subject: string): readonly Hit[] {
  if (!downloaders.has(nameOf(command))) return [];
  const address = command.words.find(({ text }) => isPlainRemote(text));
  return address
    ? [
        hit(
          plainDownload,
          address,
          `${shown(address.text)} is fetched without TLS, so anybody on the way can replace it.`,
          subject,
        ),
      ]
    : [];
}

/** Modes that give write access to others, in numbers and in letters (POSIX chmod). */
const numbers = /^[02-7]?[0-7]{2}[2367]$/;
const letters = /^[ugoa]*[+=][rxX]*w/;

function permissions(command: ShellCommand, subject: string): readonly Hit[] {
  if (nameOf(command) !== 'chmod') return [];
  const mode = command.words.slice(1).find(({ text }) => !/^-[a-zA-Z-]+$/.test(text));
  if (!mode || !isWorldWritable(mode.text)) return [];
  const targets = command.words.slice(command.words.indexOf(mode) + 1).map(({ text }) => text);
  return [
    hit(
      worldWritable,
      mode,
      `Every user of the container may change ${shown(targets.join(' '))} after \`chmod ${mode.text}\`.`,
      subject,
    ),
  ];
}

/** Whether a mode lets others write, and has no sticky bit, which shared folders have. */
export const isWorldWritable = (mode: string): boolean =>
  numbers.test(mode) || (letters.test(mode) && /^[ug]*[oa]/.test(mode) && !mode.includes('t'));

function sudo(command: ShellCommand, subject: string): readonly Hit[] {
  const rights = command.words.find(({ text }) => /\bNOPASSWD\s*:\s*ALL\b/.test(text));
  if (rights)
    return [
      hit(sudoRights, rights, 'A user of this image becomes root without a password by sudo.', subject),
    ];
  if (!command.through.includes('sudo')) return [];
  const message = `\`${nameOf(command)}\` gets root by sudo, so the image has a way to root for every process.`;
  return [hit(sudoCommand, command, message, subject)];
}
