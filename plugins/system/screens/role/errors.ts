import { defineError, errors } from '@waypost/contract';

/** The super administrator's role has every right, always. */
export const roleSuper = defineError({ code: 'role_super', status: 409 });
/** A role that every installation has. */
export const roleBuiltIn = defineError({ code: 'role_built_in', status: 409 });
/** Somebody has it; `content.people` says how many. */
export const roleInUse = defineError({ code: 'role_in_use', status: 409, params: ['people'] });
/** Whoever registers gets it. */
export const roleIsDefault = defineError({ code: 'role_is_default', status: 409 });

/** 422 at one field, with a sentence by its key. */
export const fault = (path: string, message: string) =>
  errors.invalidInput.create({}, { errors: [{ path, message }] });
