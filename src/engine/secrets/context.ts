/** What a file's path says about the secrets in it. */
import { namesLanguage } from './human-text.ts';

const documentation =
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|tex|1|html?|ipynb|po|pot|xlf|xliff|resx|csv|tsv|log|svg)$/i;
const translation =
  /(?:^|\/)(?:i18n|l10n|locales?|lang|langs|languages|translations?|messages)(?:\/|[._-])|(?:^|\/)messages_\w+\.properties$|package\.nls\.[\w.-]*json$/i;
const lockFile =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|composer\.lock|Gemfile\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|go\.sum|packages\.lock\.json|Podfile\.lock|mix\.lock|pubspec\.lock|flake\.lock|gradle\.lockfile|SHA\d*SUMS)$/;
const bareConfiguration =
  /(?:^|\/)\.?env(?:\.[\w.-]+)?$|\.(?:env|properties|ini|cfg|conf|config|cnf|toml|ya?ml|tfvars|envrc|secrets?)$|(?:^|\/)(?:Dockerfile[^/]*|\.envrc|\.flaskenv|\.s3cfg|\.boto|\.my\.cnf|\.pypirc|credentials|config)$|(?:^|\/)\.[a-z][\w-]*$/i;
const shell =
  /\.(?:sh|bash|zsh|ksh|fish)$|(?:^|\/)\.?(?:bash|zsh|ksh|csh|tcsh|sh)(?:rc|env|_?profile|_login|_logout|_aliases)$|(?:^|\/)\.(?:profile|login|aliases|exports|extra)$/i;
/** Forms that are copied and filled in. */
const form = /\.(?:template|dist|tmpl|tpl|defaults?)(?:\.\w+)?$/i;

export interface FileContext {
  /** To be filled in by who uses it: what is found there is reported with low score and confidence. */
  readonly form: boolean;
  /** Assigned literals mean nothing here: documentation, lock files. */
  readonly prose: boolean;
  /** Values may stand without quotes. */
  readonly bare: boolean;
  readonly shell: boolean;
  /** Rows and records, in which a column of passwords holds hashes. */
  readonly data: boolean;
  /** The file or a folder of it is named by a language: it may hold texts in it. */
  readonly language: boolean;
  /** The path is one of translations: what could be a text is taken for one. */
  readonly translation: boolean;
  /** String literals that stand as statements are documentation. */
  readonly docstrings: boolean;
}

export function contextOf(path: string): FileContext {
  return {
    form: form.test(path),
    prose: documentation.test(path) || lockFile.test(path),
    bare: bareConfiguration.test(path),
    shell: shell.test(path),
    data: /\.(?:xml|json|ya?ml)$/i.test(path),
    language: namesLanguage(path),
    translation: translation.test(path),
    docstrings: /\.pyi?$/i.test(path),
  };
}
