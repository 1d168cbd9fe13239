exports.handler = async (event) => {
  const { name } = event.queryStringParameters;
  const response = {
    statusCode: 200,
    headers: { 'Content-Type': 'text/html' },
    body: `<p>${name}</p>`, // expect: xss
  };
  return response;
};

exports.data = async (event) => {
  const response = {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: `<p>${event.queryStringParameters.name}</p>`, // ok: xss
  };
  return response;
};
