import { defineCall, zTime } from '@waypost/contract';
import { z } from 'zod';
import { ABUSE_REASONS, zAbuseState } from '../abuse_desk/resource.ts';

export const addAbuseReportCall = defineCall({
  area: 'abuse_report',
  call: 'add',
  body: z.strictObject({
    address: z.string().trim().min(1).max(2_048),
    reason: z.enum(ABUSE_REASONS),
    text: z.string().trim().max(2_000).optional(),
    contact: z.string().trim().max(200).optional(),
  }),
  /** Opens `follow`; told here and nowhere else. */
  result: z.object({ report: z.string() }),
  access: { public: true },
  ratePerMinute: 5,
  summary:
    'Reports one of our links to the administrators; answers what `follow` shows the report for; 422 for an address that is not ours',
});

export const followReportCall = defineCall({
  area: 'abuse_report',
  call: 'follow',
  body: z.strictObject({ report: z.string().min(1).max(64) }),
  result: z.object({
    address: z.string(),
    state: zAbuseState,
    answer: z.string(),
    create_time: zTime,
    state_time: zTime.nullable(),
  }),
  access: { public: true },
  ratePerMinute: 60,
  summary: 'What became of a report, for whoever made it: its state and the sentence of whoever handled it',
});
