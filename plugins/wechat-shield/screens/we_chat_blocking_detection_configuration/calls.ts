import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { LONGEST_ADDRESS, readAddress } from '../../address/rules.ts';
import { zVote } from '../../detection/values.ts';
import { STANDINGS } from '../../providers/values.ts';
import { providerResource } from './resource.ts';

const { area } = providerResource;

/** An address of the web, or a domain that stands for its first page. */
export const zCheckedAddress = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_ADDRESS)
  .refine((text) => readAddress(text) !== undefined, { message: 'wechat-shield.fault.address' });

export const testProviderCall = defineCall({
  area,
  call: 'test',
  body: z.strictObject({ id: zId, address: zCheckedAddress }),
  result: z.object({
    /** What was sent, without secrets. */
    sent: z.string(),
    vote: zVote,
    /** How it stands by what it says of the known good address; null: none is set. */
    standing: z.enum(STANDINGS).nullable(),
  }),
  access: { permission: 'wechat-shield.provider:test' },
  ratePerMinute: 20,
  summary:
    'Asks one provider about an address and about the known good one, and says what it answered; both count for its limits',
});

/** What operators set; the form and the call check the same. */
export const DETECTION_SHAPE = {
  quorum: z.int().min(1).max(9),
  interval_minutes: z.int().min(5).max(1_440),
  canary: z.union([z.literal(''), zCheckedAddress]),
  customer_checks: z.int().min(0).max(10_000),
  history_days: z.int().min(1).max(365),
} as const;

const zDetection = z.object({
  version: z.int(),
  quorum: z.int(),
  interval_minutes: z.int(),
  canary: z.string(),
  customer_checks: z.int(),
  history_days: z.int(),
  /** Providers that are on, and those of them that do not count. */
  providers_on: z.int(),
  providers_lying: z.int(),
});

export const detectionConfigCall = defineCall({
  area,
  call: 'config',
  body: z.strictObject({}),
  result: zDetection,
  access: { permission: 'wechat-shield.provider:read' },
  summary:
    'How many providers have to agree, how often domains are checked, and the address that is known to be fine',
});

export const updateDetectionCall = defineCall({
  area,
  call: 'update_config',
  body: z.strictObject({ ...DETECTION_SHAPE, version: z.int().min(0) }),
  result: zDetection,
  access: { permission: 'wechat-shield.provider:update' },
  failureStatuses: [409],
  summary: 'Sets how addresses are checked; refused where more have to agree than there are',
});
