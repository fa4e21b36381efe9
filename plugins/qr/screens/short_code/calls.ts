import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { PROVIDER_KINDS, zProviderId } from '../../codes/providers/values.ts';

const area = 'short_code';

export const addressProvidersCall = defineCall({
  area,
  call: 'providers',
  body: z.strictObject({}),
  result: z.object({
    providers: z.array(
      z.object({
        id: zId,
        /** Empty: the platform itself. */
        name: z.string(),
        generation_type: z.int(),
        kind: z.enum(PROVIDER_KINDS),
      }),
    ),
  }),
  access: { permission: 'qr.code:read' },
  summary: 'Who can make addresses of codes: the platform itself first, then the providers that are on',
});

export const regenerateCall = defineCall({
  area,
  call: 'regenerate',
  body: z.strictObject({ id: zId, provider: zProviderId }),
  result: z.object({
    /** Of the code, to send with the next change. */
    version: z.int(),
    /** The new address; empty: the platform's own alone, or none was made. */
    address: z.string(),
    /** Why none was made, and what to do; empty: it was. */
    fault: z.string(),
  }),
  access: { permission: 'qr.short_code:regenerate' },
  ratePerMinute: 20,
  summary:
    'Has a provider of `providers` make a new address of a code; short link, picture and earlier addresses go on answering',
});
