import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { ABUSE_REASONS } from '../abuse_desk/resource.ts';

export const addAbuseReportCall = defineCall({
  area: 'abuse_report',
  call: 'add',
  body: z.strictObject({
    address: z.string().trim().min(1).max(2_048),
    reason: z.enum(ABUSE_REASONS),
    text: z.string().trim().max(2_000).optional(),
    contact: z.string().trim().max(200).optional(),
  }),
  result: z.null(),
  access: { public: true },
  ratePerMinute: 5,
  summary: 'Reports one of our links to the administrators; 422 for an address that is not ours',
});
