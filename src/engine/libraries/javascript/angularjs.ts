import { ofApi, unknown } from '../../dataflow/values/values.ts';
import type { LibraryHooks } from '../hooks.ts';

/** Services that AngularJS gives a function by the names of its parameters, of those that the model has rows about. */
const services = new Set(['$compile', '$interpolate', '$parse', '$location', '$routeParams', '$stateParams']);

/** `function ($compile, $location) { … }` */
const parameters: NonNullable<LibraryHooks['parameters']> = (_machine, { ir, module }) => {
  if (!module.text.includes('angular')) return [];
  const names = ir.params.map(({ target }) => (target.k === 'var' ? target.name : ''));
  return names.some((name) => services.has(name))
    ? names.map((name) => (services.has(name) ? ofApi(name) : unknown))
    : [];
};

export const hooks: LibraryHooks = { parameters };
