import type { Rule } from '../rule.ts';

/** Rules about images. Those about commands hold in workflows too. */

export const runsAsRoot = {
  id: 'dockerfile/container-root/no-user',
  title: 'Image without a user of its own',
  cwes: ['CWE-250'],
  score: 30,
  confidence: 70,
  remediation: 'Create a user in the image and switch to it with USER.',
} as const satisfies Rule;

export const switchesToRoot = {
  id: 'dockerfile/container-root/root-user',
  title: 'Image that ends as root',
  cwes: ['CWE-250'],
  score: 35,
  confidence: 90,
  remediation: 'Switch to a user without rights after the last step that needs root.',
} as const satisfies Rule;

export const mutableBase = {
  id: 'dockerfile/mutable-reference/image-tag',
  title: 'Base image without a fixed version',
  cwes: ['CWE-829'],
  score: 30,
  confidence: 90,
  remediation: 'Name a version, and the digest of the image that was tested.',
} as const satisfies Rule;

export const addedAddress = {
  id: 'dockerfile/unverified-download/add-url',
  title: 'File added from the network unverified',
  cwes: ['CWE-494'],
  score: 45,
  confidence: 90,
  remediation: 'Give ADD the option --checksum with the digest of the file that was reviewed.',
} as const satisfies Rule;

export const pipedToShell = {
  id: 'dockerfile/unverified-download/pipe-to-shell',
  title: 'Download that is piped into a shell',
  cwes: ['CWE-494'],
  score: 50,
  confidence: 90,
  remediation: 'Save the script, compare its checksum, and run it then.',
} as const satisfies Rule;

export const plainDownload = {
  id: 'dockerfile/unverified-download/plain-http',
  title: 'Download over plain HTTP',
  cwes: ['CWE-319', 'CWE-494'],
  score: 45,
  confidence: 80,
  remediation: 'Fetch it over https, and compare its checksum.',
} as const satisfies Rule;

export const unsignedPackages = {
  id: 'dockerfile/unverified-download/unsigned-packages',
  title: 'Packages installed without their signature',
  cwes: ['CWE-347'],
  score: 50,
  confidence: 95,
  remediation: 'Leave the check of signatures on, and add the key of the repository.',
} as const satisfies Rule;

export const uncheckedCertificate = {
  id: 'dockerfile/tls-verification-disabled/command',
  title: 'Certificates are not checked',
  cwes: ['CWE-295'],
  score: 55,
  confidence: 90,
  remediation: 'Leave the check on, and add the certificate of a private authority to the image.',
} as const satisfies Rule;

export const uncheckedByVariable = {
  id: 'dockerfile/tls-verification-disabled/environment',
  title: 'Certificates are not checked by any program of the image',
  cwes: ['CWE-295'],
  score: 65,
  confidence: 95,
  remediation: 'Remove the variable, and add the certificate of a private authority to the image.',
} as const satisfies Rule;

export const worldWritable = {
  id: 'dockerfile/file-permissions/world-writable',
  title: 'Files that every user of the container may change',
  cwes: ['CWE-732'],
  score: 35,
  confidence: 90,
  remediation: 'Give write access to the owner only, and make that the user of the image.',
} as const satisfies Rule;

export const secretVariable = {
  id: 'dockerfile/exposed-secret/build-variable',
  title: 'Secret in a variable of the build',
  cwes: ['CWE-522'],
  score: 55,
  confidence: 75,
  remediation: 'Mount it with RUN --mount=type=secret where it is needed.',
} as const satisfies Rule;

export const copiedSecret = {
  id: 'dockerfile/exposed-secret/copied-file',
  title: 'File of credentials copied into the image',
  cwes: ['CWE-522'],
  score: 60,
  confidence: 80,
  remediation: 'Mount it with RUN --mount=type=secret, or hand it over where the container runs.',
} as const satisfies Rule;

export const sudoRights = {
  id: 'dockerfile/container-root/passwordless-sudo',
  title: 'User that becomes root without a password',
  cwes: ['CWE-250'],
  score: 35,
  confidence: 90,
  remediation: 'Do what needs root before USER, and leave sudo out of the image.',
} as const satisfies Rule;

export const sudoCommand = {
  id: 'dockerfile/container-root/sudo',
  title: 'sudo in an image',
  cwes: ['CWE-250'],
  score: 15,
  confidence: 85,
  remediation: 'Run the step as root before USER, and leave sudo out of the image.',
} as const satisfies Rule;

export const remoteLogin = {
  id: 'dockerfile/open-network/ssh-port',
  title: 'SSH server in a container',
  cwes: ['CWE-284'],
  score: 25,
  confidence: 80,
  remediation: 'Use docker exec or kubectl exec to get into a container.',
} as const satisfies Rule;

export const dockerRules: readonly Rule[] = [
  runsAsRoot,
  switchesToRoot,
  mutableBase,
  addedAddress,
  pipedToShell,
  plainDownload,
  unsignedPackages,
  uncheckedCertificate,
  uncheckedByVariable,
  worldWritable,
  secretVariable,
  copiedSecret,
  sudoRights,
  sudoCommand,
  remoteLogin,
];
