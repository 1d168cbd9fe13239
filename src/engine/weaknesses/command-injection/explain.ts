/** What is said of every command that runs without a shell. */
export const withoutShell = {
  strategy: 'command-injection/argument-list',
  title: 'Run the program with a list of arguments, without a shell',
  explanation:
    'The program gets each argument as it is, and no shell reads the command: spaces, quotation marks and `;` in a value are part of that one argument. A value that begins with `-` can still be read as an option by the program itself.',
} as const;
