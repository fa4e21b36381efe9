import { defineCall, zSealed } from '@waypost/contract';
import { zLoginResult } from '@waypost/contract/platform';
import { z } from 'zod';

export const changePassword = defineCall({
  area: 'update_password',
  call: 'update',
  body: z.strictObject({ old_password: zSealed, password: zSealed }),
  result: zLoginResult,
  access: { signedIn: true, withOneTimePassword: true },
  ratePerMinute: 60,
  isPersonal: true,
  summary: 'Changes the own password; every session ends and a new one starts',
});
