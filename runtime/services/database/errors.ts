import { defineError } from '@waypost/contract';

/** The platform's own work: it would begin again, or a part of the platform would be missing. */
export const workEssential = defineError({
  code: 'database_work_essential',
  status: 409,
});
/** The user that the platform has in the operator's own MongoDB may not do it. */
export const rightMissing = defineError({ code: 'database_right_missing', status: 409 });
