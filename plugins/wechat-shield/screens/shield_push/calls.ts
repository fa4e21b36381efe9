import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { CODE_POLICIES } from '../../push/values.ts';
import { pushResource } from './resource.ts';

const { area } = pushResource;
/** What a header field can carry as it is. */
const PRINTABLE = /^[\x20-\x7e]*$/;

export const resendCall = defineCall({
  area,
  call: 'resend',
  body: z.strictObject({ id: zId }),
  result: z.null(),
  access: { permission: 'wechat-shield.push:resend' },
  ratePerMinute: 20,
  failureStatuses: [409],
  summary: 'Tells everybody of a block, or of its end, once more, as the policy says now',
});

export const setCodesCall = defineCall({
  area,
  call: 'set_codes',
  body: z.strictObject({
    id: zId,
    codes: z.enum(CODE_POLICIES),
    /** What the owners of the codes read; needed to freeze. */
    reason: z.string().trim().max(500).optional(),
  }),
  result: z.null(),
  access: { permission: 'wechat-shield.push:update' },
  failureStatuses: [409],
  summary: 'Freezes the codes of a blocked domain, or lets them answer again; the policy stays as it is',
});

/** What operators set; the form and the call check the same. */
export const PUSH_SHAPE = {
  codes: z.enum(CODE_POLICIES),
  reason: z.string().trim().max(500),
  freeze_share: z.int().min(1).max(100),
  tell_owner: z.boolean(),
  tell_operators: z.boolean(),
  appeal_link: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]),
  webhook_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]),
  /** Left empty, it stays as it is. */
  webhook_secret: z.string().max(200).regex(PRINTABLE),
} as const;

const zPolicy = z.object({
  version: z.int(),
  codes: z.enum(CODE_POLICIES),
  reason: z.string(),
  freeze_share: z.int(),
  tell_owner: z.boolean(),
  tell_operators: z.boolean(),
  appeal_link: z.string(),
  webhook_url: z.string(),
  has_webhook_secret: z.boolean(),
});

export const pushConfigCall = defineCall({
  area,
  call: 'config',
  body: z.strictObject({}),
  result: zPolicy,
  access: { permission: 'wechat-shield.push:read' },
  summary: 'What happens when a domain becomes blocked; the secret of the webhook is not in it',
});

export const updatePushCall = defineCall({
  area,
  call: 'update_config',
  body: z.strictObject({ ...PUSH_SHAPE, version: z.int().min(0) }),
  result: zPolicy,
  access: { permission: 'wechat-shield.push:update' },
  // The webhook leads what it says out.
  needsSecondFactor: true,
  failureStatuses: [409],
  summary: 'Sets what happens when a domain becomes blocked; what is blocked already stays as it is',
});

export const testWebhookCall = defineCall({
  area,
  call: 'test_webhook',
  body: z.strictObject({}),
  result: z.object({
    is_sent: z.boolean(),
    /** An HTTP status, or what stood between; empty: it was taken. */
    answer: z.string(),
  }),
  access: { permission: 'wechat-shield.push:update' },
  ratePerMinute: 6,
  failureStatuses: [409],
  summary: 'Sends the webhook a test and says what came of it',
});
