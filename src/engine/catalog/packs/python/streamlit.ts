import { definePack } from '../../pack.ts';
import { members, sinks, sources } from './rows.ts';

const drawn = [
  'streamlit',
  'streamlit.sidebar',
  'streamlit.container',
  'streamlit.form',
  'streamlit.columns.*',
];

/** Pages that a script draws from top to bottom; what somebody enters there comes over the network. */
export const streamlit = definePack({
  id: 'python/streamlit',
  languages: ['python'],
  title: 'Streamlit',
  provenance: 'Streamlit documentation',
  rows: [
    ...sources(
      'remote',
      'what a user entered',
      drawn.flatMap((at) => members(at, 'text_input text_area chat_input file_uploader')),
    ),
    ...sources('remote', 'a query parameter', [
      'streamlit.query_params',
      'streamlit.experimental_get_query_params',
    ]),
    ...sinks(
      'xss',
      'Argument[0]|Argument[body]',
      drawn.flatMap((at) => members(at, 'markdown write')),
      {
        when: [{ input: 'Argument[unsafe_allow_html]', is: [true] }],
      },
    ),
    ...sinks(
      'xss',
      'Argument[0]|Argument[body]',
      drawn.flatMap((at) => members(at, 'html')),
    ),
    ...sinks('xss', 'Argument[0]', ['streamlit.components.v1.html']),
  ],
});
