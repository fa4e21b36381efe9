import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { FREEZE_REASON_MAX_LENGTH } from '../qr_code_list/calls.ts';
import { zCodeState } from '../qr_code_list/resource.ts';
import { ABUSE_ANSWER_MAX_LENGTH, ABUSE_REASONS, abuseReport, zAbuseState } from './resource.ts';

const { area } = abuseReport;
/** Reports about one code that are told at once. */
export const OTHER_REPORTS_MAX = 50;
/** Longest message to an owner, characters. */
const OWNER_MESSAGE_MAX_LENGTH = 1_500;

const one = { id: zId, version: z.int().min(0) };
const zAnswer = z.string().trim().max(ABUSE_ANSWER_MAX_LENGTH);
const zSettled = z.object({ id: zId, version: z.int() });
const HANDLE = { permission: 'qr.abuse_report:update' } as const;

const zOtherReport = z.object({
  id: zId,
  reason: z.enum(ABUSE_REASONS),
  text: z.string(),
  contact: z.string(),
  state: zAbuseState,
  create_time: zTime,
});
export type OtherReport = z.infer<typeof zOtherReport>;

/** What the desk shows of a code; whoever may read codes opens it for the rest. */
const zReportedCode = z.object({
  id: zId,
  name: z.string(),
  short_url: z.string(),
  owner: zId,
  owner_account: z.string(),
  state: zCodeState,
  expires_at: zTime.nullable(),
  expires_after: z.int().nullable(),
  is_frozen: z.boolean(),
  frozen_at: zTime.nullable(),
  frozen_reason: z.string(),
  remove_time: zTime.nullable(),
  create_time: zTime,
  view_number: z.int(),
});
export type ReportedCode = z.infer<typeof zReportedCode>;

export const aboutReportCall = defineCall({
  area,
  call: 'about',
  body: z.strictObject({ id: zId }),
  result: z.object({
    /** The reported code as it stands, in the bin or not; null: it is gone for good. */
    code: zReportedCode.nullable(),
    /** Where it leads now, as `targets` of the report says it of then. */
    targets: z.array(z.string()),
    others: z.array(zOtherReport).max(OTHER_REPORTS_MAX),
    /** Open reports about it that were only counted. */
    further: z.int(),
  }),
  access: { permission: 'qr.abuse_report:read' },
  summary:
    'The code that a report is about, its owner and targets, and the other reports about it, the newest first',
});
export type ReportAbout = z.infer<typeof aboutReportCall.result>;

export const freezeReportedCall = defineCall({
  area,
  call: 'freeze',
  body: z.strictObject({ ...one, reason: z.string().trim().min(1).max(FREEZE_REASON_MAX_LENGTH) }),
  result: zSettled.extend({ closed: z.int() }),
  access: HANDLE,
  summary:
    'Freezes the code of a report (needs qr.code_admin:freeze, too) and closes every open report about it; its owner reads the reason',
});

export const dismissReportCall = defineCall({
  area,
  call: 'dismiss',
  body: z.strictObject({ ...one, answer: zAnswer.optional() }),
  result: zSettled,
  access: HANDLE,
  summary: 'Closes a report without touching its code; `answer` is what its reporter reads',
});

export const answerReportCall = defineCall({
  area,
  call: 'answer',
  body: z.strictObject({
    ...one,
    answer: zAnswer.optional(),
    /** Into the inbox of the code's owner. */
    message: z.string().trim().max(OWNER_MESSAGE_MAX_LENGTH).optional(),
  }),
  result: zSettled,
  access: HANDLE,
  ratePerMinute: 60,
  summary: "Closes a report with a sentence for its reporter, a message to the code's owner, or both",
});
