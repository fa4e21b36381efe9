import { defineCall, pageOf, rowSchema, targetUrl } from '@waypost/contract';
import { z } from 'zod';
import { zProviderEntry } from '../../codes/providers/values.ts';
import { urlKeyPlatform } from './resource.ts';

const area = 'url_key_platform';

export const providerListCall = defineCall({
  area,
  call: 'list',
  body: urlKeyPlatform.schemas.query,
  result: pageOf(rowSchema(urlKeyPlatform)),
  access: { permission: 'qr.url_key_platform:read' },
  summary: 'Who makes short addresses, with how they are reached; secrets are only said to be there',
});

export const providerTestCall = defineCall({
  area,
  call: 'test',
  body: z.strictObject({ id: zProviderEntry, url: targetUrl }),
  result: z.object({
    /** The short address; empty: none was made. */
    address: z.string(),
    /** Why not, and what to do; empty: it was. */
    fault: z.string(),
    /** Requests that were sent. */
    trials: z.int(),
    milliseconds: z.int(),
  }),
  access: { permission: 'qr.url_key_platform:test' },
  ratePerMinute: 20,
  summary:
    'Has a provider make a short address of a long one and says what came of it; it counts for the quota',
});
