import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { HIJACK_FAULTS, HIJACK_STATES } from '../../hijack/values.ts';
import { FINDINGS } from '../../watching/values.ts';

const area = 'no_hijack';
const zFound = z.object({ finding: z.enum(FINDINGS), fault: z.enum(HIJACK_FAULTS) });

export const checkHijackCall = defineCall({
  area,
  call: 'check',
  body: z.strictObject({ id: zId }),
  result: z.object({
    /** What is believed now, which one check alone does not change. */
    state: z.enum(HIJACK_STATES),
    answers: zFound,
    site: zFound,
    check: zId,
  }),
  access: { permission: 'domain.hijack:check' },
  ratePerMinute: 10,
  summary: 'Asks several resolvers for a domain and looks at its page now; answers what was found',
});

export const acceptHijackCall = defineCall({
  area,
  call: 'accept',
  body: z.strictObject({
    id: zId,
    /** The check that shows what is right; one of this domain. */
    check: zId,
  }),
  result: z.null(),
  access: { permission: 'domain.hijack:accept' },
  summary: 'Says that what a check has found is right: its addresses and its page are expected from now on',
});

export const forgetHijackCall = defineCall({
  area,
  call: 'forget',
  body: z.strictObject({ id: zId }),
  result: z.null(),
  access: { permission: 'domain.hijack:accept' },
  summary: 'Forgets what was accepted: only the platform’s own addresses and marker are expected',
});
