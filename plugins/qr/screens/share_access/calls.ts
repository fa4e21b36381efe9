import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';

export const zSharedStatistics = z.object({
  name: z.string(),
  id: zId,
  view_number: z.int(),
  ip_view_number: z.int(),
  /** Visits of the last 24 hours, the oldest first; `hour` is that of TIME_ZONE, 0 to 23. */
  hours: z.array(z.object({ hour: z.int(), view_number: z.int() })).length(24),
  time_zone: z.string(),
  /** Stands in for the password at the next call, for `expires_in` seconds. */
  token: z.string(),
  expires_in: z.int(),
});
export type SharedStatistics = z.infer<typeof zSharedStatistics>;

export const shareAccessCall = defineCall({
  area: 'qr_code_list',
  call: 'share_access',
  body: z.strictObject({
    file_name: z.string().max(64).optional(),
    password: z.string().max(128).optional(),
    token: z.string().max(64).optional(),
  }),
  result: zSharedStatistics,
  access: { public: true },
  ratePerMinute: 600,
  summary: 'Visits of a shared code, for its share name and password or for the token of an earlier answer',
});
