import { z } from 'zod';
import type { Setting } from './settings.ts';

/** Specification section 3, default subscriber config: wrong passwords until an account is locked. */
export const loginFailureLimit: Setting<number> = {
  key: 'login_failure_limit',
  schema: z.int().min(1).max(1000),
  default: 5,
};
/** Specification section 3, default subscriber config: minutes that failures count and a lock holds. */
export const loginFailureMinute: Setting<number> = {
  key: 'login_failure_minute',
  schema: z.int().min(1).max(10_080),
  default: 15,
};
