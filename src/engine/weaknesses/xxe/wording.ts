/** What is told of a change of settings. */
export const wording = {
  title: 'Parse XML without external entities',
  explanation:
    'Entities and document types from outside are not loaded. Documents that rely on them are read without what they refer to.',
};
