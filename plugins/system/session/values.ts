import { zId } from '@waypost/contract';
import { z } from 'zod';

/** What a login, the profile and a change of password answer. */
export const zLoginResult = z.object({
  token: z.string(),
  user_info: z.object({
    id: zId,
    account: z.string(),
    name: z.string(),
    role: zId,
    role_name: z.string(),
    is_super: z.boolean(),
    permissions: z.array(z.string()),
    must_change_password: z.boolean(),
  }),
});
