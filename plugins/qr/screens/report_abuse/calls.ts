import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { ABUSE_REASONS } from '../abuse_desk/resource.ts';

export const REPORT_LENGTH = { address: 2_048, text: 2_000, contact: 200 } as const;

export const addAbuseReportCall = defineCall({
  area: 'abuse_report',
  call: 'add',
  body: z.strictObject({
    address: z.string().trim().min(1).max(REPORT_LENGTH.address),
    reason: z.enum(ABUSE_REASONS),
    text: z.string().trim().max(REPORT_LENGTH.text).optional(),
    contact: z.string().trim().max(REPORT_LENGTH.contact).optional(),
  }),
  result: z.null(),
  access: { public: true },
  ratePerMinute: 5,
  summary: 'Reports one of our links to the administrators; 422 for an address that is not ours',
});
