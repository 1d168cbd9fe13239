import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ url, params }) => {
  const term = url.searchParams.get('term') ?? '';
  return { term, count: term.length, hits: [{ title: params.title }] };
};
