/** What is wrong in a model file, and where. */
export interface ModelProblem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The section and the number of the row in it, from 1: `sinks[2]`. None where it is about the file as a whole. */
  readonly row?: string;
  readonly message: string;
}

/** `acme.yml:12:5 (sinks[2]): …` */
export const describeProblem = ({ file, line, column, row, message }: ModelProblem): string =>
  `${file}:${line}:${column}${row === undefined ? '' : ` (${row})`}: ${message}`;
