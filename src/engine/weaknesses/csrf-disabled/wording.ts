/** What is told of a change of settings. */
export const wording = {
  title: 'Check requests for forgery',
  explanation:
    'Requests that change data must carry the token again. Forms and scripts that do not send it yet are refused until they do; an API that is authorised by a header alone does not need the check.',
};
