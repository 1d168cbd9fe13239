/** What is used of the streaming JSON reader. Loaded with the first report that is opened, from a file of its own. */
export { default as Tokenizer, TokenizerError } from '@streamparser/json/tokenizer.js';
export type { ParsedTokenInfo } from '@streamparser/json/utils/types/parsedTokenInfo.js';
export { default as TokenType } from '@streamparser/json/utils/types/tokenType.js';
