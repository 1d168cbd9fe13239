export const program = (name: string): string => `run ${name}`;
export const fixedProgram = (): string => 'run it';
