import { defineCall, pageOf, pagingShape, zExportFormat, zId, zStarted, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zVisitor } from '../visitor/calls.ts';

const area = 'checkout_ip';
export const LOOK_UP = 'qr.address:read';

const zOneAddress = z.union([z.ipv4(), z.ipv6()]);

/** An IPv4 or IPv6 address in any spelling. */
export const zAddress = z
  .string()
  .trim()
  .min(2)
  .max(64)
  .refine((text) => zOneAddress.safeParse(text).success, 'qr.checkout_ip.fault.form');

export const BLOCK_LISTS = ['ip_black', 'server_ip_black', 'visit_block'] as const;

const zBlock = z.object({
  list: z.enum(BLOCK_LISTS),
  id: z.string(),
  /** The address itself, or the range that it is in. */
  ip: z.string(),
  note: z.string(),
  /** Of `server_ip_black`: what becomes of its visits. */
  treatment: z.enum(['bot', 'refuse']).optional(),
  /** Of `ip_black`: when it ends; null: never. */
  expires_at: zTime.nullable().optional(),
  /** Of `visit_block`: whose codes it holds for. */
  owner: zId.optional(),
  owner_account: z.string(),
  create_time: zTime,
});
export type BlockEntry = z.infer<typeof zBlock>;

export const checkoutCall = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({ ip: zAddress }),
  result: z.object({
    /** In the one spelling of addresses. */
    ip: z.string(),
    country: z.string(),
    location: z.string(),
    isp: z.string(),
    view_number: z.int(),
    link_number: z.int(),
    first_time: zTime.nullable(),
    last_time: zTime.nullable(),
    /** Days of TIME_ZONE (yyyy-mm-dd) on which it came, newest first: codes that it visited, and single visits that are kept. */
    days: z.array(z.object({ day: z.string(), link_number: z.int(), kept_number: z.int() })),
    /** Entries of lists that it is in. */
    blocks: z.array(zBlock),
  }),
  access: { permission: LOOK_UP },
  summary: 'What is known of one address: place, network, lists that it is on, visits and codes, by day',
});

const queryShape = {
  ip: zAddress,
  sort_field: z.enum(['last_time', 'first_time', 'count']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
};

export const addressCodesCall = defineCall({
  area,
  call: 'codes',
  body: z.strictObject({ ...pagingShape, ...queryShape }),
  result: pageOf(zVisitor),
  access: { permission: LOOK_UP },
  summary: 'The codes that an address has visited, with first and last time',
});

export const zAddressExport = z.strictObject({ ...queryShape, format: zExportFormat });

export const addressExportCall = defineCall({
  area,
  call: 'export',
  body: zAddressExport,
  result: zStarted,
  access: { permission: 'qr.address:export' },
  answers: 202,
  summary: 'Writes the codes that an address has visited as CSV, as an asynchronous operation',
});
