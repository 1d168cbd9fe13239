import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { callArguments, isMark } from '../script-calls.ts';
import { rubySyntax, scriptTokens } from '../script-tokens.ts';
import { gemOf } from './gem-call.ts';

/** *.gemspec (guides.rubygems.org/specification-reference): dependencies that are added with literal arguments. */
export const gemspec: ManifestFormat = {
  id: 'gemspec',
  kind: 'manifest',
  reads: (path) => path.endsWith('.gemspec'),
  read(text) {
    const found = new Collector('RubyGems', text);
    const tokens = scriptTokens(text, rubySyntax);
    for (const [index, token] of tokens.entries()) {
      if (token.kind !== 'name' || !isMark(tokens[index - 1], '.')) continue;
      if (!/^add_(?:runtime_|development_)?dependency$/.test(token.text)) continue;
      const gem = gemOf(callArguments(tokens, index + 1));
      const isDevelopment = token.text === 'add_development_dependency';
      if (gem)
        found.add({
          ...gem,
          scope: isDevelopment ? 'development' : 'production',
          group: isDevelopment ? 'development' : 'runtime',
          direct: true,
        });
    }
    return found.result();
  },
};
