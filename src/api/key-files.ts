/** Names of files that are made to hold keys and passwords. They never leave the machine, whatever is in them. */
const keyFiles = [
  /^\.env(?:\..+)?$/,
  /\.(?:pem|key|p12|pfx|pkcs12|jks|keystore|kdbx|ppk|asc|gpg|ovpn|tfstate|tfvars)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:\..+)?$/,
  /^\.(?:npmrc|pypirc|netrc|htpasswd|pgpass|git-credentials|dockercfg)$/,
  /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt|properties))?$/,
  /^service-?account.*\.json$/,
];
const examples = /\.(?:example|sample|template|dist)$/;

export function isKeyFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return !examples.test(name) && keyFiles.some((pattern) => pattern.test(name));
}
