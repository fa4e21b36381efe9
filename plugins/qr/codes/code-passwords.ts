import { LINK_PASSWORD_MAX_LENGTH } from '@waypost/contract';
import { z } from 'zod';

/** Characters of the password that visitors are asked for; a page without a script sends no longer one. */
export const VISIT_PASSWORD_LENGTH = { min: 6, max: LINK_PASSWORD_MAX_LENGTH } as const;
/** What every keyboard has: letters and digits only, at least one of each. */
const MIXED = /^(?=.*[0-9])(?=.*[A-Za-z])[0-9A-Za-z]+$/;
const mixed = ({ min, max }: { min: number; max: number }) =>
  z.string().min(min).max(max).regex(MIXED, { message: 'validation.password' });

/** The password of a shared page, as its form and the server take it. */
export const zSharePassword = mixed({ min: 6, max: 128 });
/** The password that visitors are asked for, likewise. */
export const zVisitPassword = mixed(VISIT_PASSWORD_LENGTH);
