import type { FamilyId } from '../languages/registry.ts';
import { avatars } from './avatars.ts';
import { type Hooks, hooksOf } from './hooks.ts';
import { beanValidation } from './java/bean-validation.ts';
import { mybatis } from './java/mybatis.ts';
import { pathVariables } from './java/path-variables.ts';
import { spring } from './java/spring.ts';
import { classValidator } from './javascript/class-validator.ts';
import { expressValidator } from './javascript/express-validator.ts';
import { nest } from './javascript/nest.ts';
import { celery } from './python/celery.ts';
import { commandLine } from './python/command-line.ts';
import { contentTypes } from './python/content-types.ts';
import { django } from './python/django.ts';
import { marshmallow } from './python/marshmallow.ts';
import { pydantic } from './python/pydantic.ts';
import { routeLists } from './python/route-lists.ts';
import { wtforms } from './python/wtforms.ts';
import { xml } from './python/xml.ts';

/** The hooks of the libraries that rows do not say all of. */
export const libraryHooks: Readonly<Record<FamilyId, Hooks>> = {
  javascript: hooksOf([avatars, classValidator, expressValidator, nest]),
  java: hooksOf([avatars, beanValidation, mybatis, pathVariables, spring]),
  python: hooksOf([
    avatars,
    celery,
    commandLine,
    contentTypes,
    django,
    marshmallow,
    pydantic,
    routeLists,
    wtforms,
    xml,
  ]),
};
