declare module 'spdx-expression-parse' {
  /** The tree of an expression. @throws Error where it is none */
  export default function parse(expression: string): unknown;
}
