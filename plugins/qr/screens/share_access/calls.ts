import { defineCall, zId, zSealed } from '@waypost/contract';
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

const zSharing = z.object({ id: zId, version: z.int(), file_name: z.string() });

export const startSharingCall = defineCall({
  area: 'qr_code_list',
  call: 'start_sharing',
  body: z.strictObject({
    id: zId,
    /** Left out: the name that the code has, else one is made. */
    file_name: z.string().trim().min(1).max(64).optional(),
    share_password: zSealed,
  }),
  result: zSharing,
  access: { permission: 'qr.code:update' },
  ratePerMinute: 60,
  summary: 'Shares the statistics of a code under a new password, sealed; whoever had the old one is out',
});

export const stopSharingCall = defineCall({
  area: 'qr_code_list',
  call: 'stop_sharing',
  body: z.strictObject({ id: zId }),
  result: zSharing,
  access: { permission: 'qr.code:update' },
  summary: 'Ends the sharing of a code at once, open pages included; its share name stays',
});
