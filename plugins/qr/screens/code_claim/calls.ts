import { defineCall, SHORT_CODE_PATTERN, zId } from '@waypost/contract';
import { z } from 'zod';

const area = 'code_claim';
/** Longest address that is looked up; what a picture holds has less. */
const ADDRESS_MAX_LENGTH = 400;
/** Blanks and hyphens included. */
const CLAIM_CODE_MAX_LENGTH = 40;

export const findClaimCall = defineCall({
  area,
  call: 'find',
  body: z.strictObject({ address: z.string().trim().min(1).max(ADDRESS_MAX_LENGTH) }),
  result: z.object({
    /** The caller’s own, with `id`; to be claimed by a claim code; or neither, whatever it is. */
    outcome: z.enum(['yours', 'claimable', 'none']),
    id: zId.nullable(),
    short_code: z.string(),
  }),
  access: { permission: 'qr.code:read' },
  ratePerMinute: 60,
  summary: 'Which code an address that was scanned is of, as far as the caller may claim it',
});

export const claimCodeCall = defineCall({
  area,
  call: 'claim',
  body: z.strictObject({
    short_code: z.string().regex(SHORT_CODE_PATTERN),
    claim_code: z.string().trim().min(1).max(CLAIM_CODE_MAX_LENGTH),
  }),
  result: z.object({ id: zId }),
  access: { permission: 'qr.code:create' },
  // Claim codes are not found by trying.
  ratePerMinute: 10,
  summary: 'Makes an unclaimed code the caller’s own by the claim code that was printed with it',
});
