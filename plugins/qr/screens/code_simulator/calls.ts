import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { CONTENTS, REFUSALS, zStep } from './steps/values.ts';
import { VISITOR_RULES, visitorShape } from './values.ts';

export const TRY_VISIT = 'qr.code:simulate';
export const OUTCOMES = ['redirect', 'page', 'shown', 'password', 'refused', 'other'] as const;

export const tryVisitCall = defineCall({
  area: 'code_simulator',
  call: 'try',
  body: z.strictObject({ id: zId, ...visitorShape }).superRefine((visitor, check) => {
    for (const { holds, messageKey, path } of VISITOR_RULES)
      if (!holds(visitor)) check.addIssue({ code: 'custom', path: [path], message: messageKey });
  }),
  result: z.object({
    id: zId,
    name: z.string(),
    short_url: z.string(),
    /** The moment that the visit was tried for. */
    time: zTime,
    outcome: z.enum(OUTCOMES),
    /** Of `refused`: which page. */
    refusal: z.enum(REFUSALS).nullable(),
    /** Of `shown`: what. */
    content: z.enum(CONTENTS).nullable(),
    /** Of the answer, as HTTP has it. */
    status: z.int(),
    /** Where the visitor is led; nobody has opened it. */
    address: z.string().nullable(),
    /** Another visitor may get something else. */
    is_by_chance: z.boolean(),
    steps: z.array(zStep),
  }),
  access: { permission: TRY_VISIT },
  ratePerMinute: 200,
  summary:
    'What a visit of a code would get now and why, step by step, from what answers visits; nothing is counted, used up or written down',
});
