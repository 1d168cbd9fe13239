/** What is told of a change of settings. */
export const wording = {
  title: 'Keep the cookie to encrypted connections and out of scripts',
  explanation:
    'The cookie is sent over HTTPS only, and scripts of the page cannot read it. On plain HTTP, during development say, browsers keep such a cookie for `localhost` only.',
};
