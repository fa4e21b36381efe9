import { zTime } from '@waypost/contract';
import { z } from 'zod';
import { DEVICES } from './devices.ts';

export const PLACES = ['none', 'address', 'region'] as const;
export const WAYS = ['scan', 'link'] as const;
const LETTERS = 'qr.simulator.fault.letters';

/** What a header may hold. */
const zHeader = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[\x20-\x7e]*$/, LETTERS);
const zOneAddress = z.union([z.ipv4(), z.ipv6()]);
const isWebAddress = (text: string) => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text));

/** A visitor as a person describes one; what is left out is as if it were empty. */
export const visitorShape = {
  device: z.enum(DEVICES).optional(),
  user_agent: zHeader(500).optional(),
  comes_by: z.enum(WAYS).optional(),
  place: z.enum(PLACES).optional(),
  ip: z
    .string()
    .trim()
    .max(64)
    .refine((text) => text === '' || zOneAddress.safeParse(text).success, 'qr.simulator.fault.ip')
    .optional(),
  /** ISO 3166 code in upper case. */
  country: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, 'qr.simulator.fault.country')]).optional(),
  /** Of China: province and city, as visits have them. */
  region: z.array(z.string().trim().min(1).max(40)).max(3).optional(),
  language: zHeader(200).optional(),
  referrer: zHeader(300).refine(isWebAddress, 'qr.simulator.fault.referrer').optional(),
  query: z.string().trim().max(300).optional(),
  /** Null: now. */
  time: zTime.nullable().optional(),
  knows_password: z.boolean().optional(),
  has_come_before: z.boolean().optional(),
} as const;

/** What has to be there where a place is chosen: on both sides. */
export const VISITOR_RULES = [
  {
    path: 'ip',
    messageKey: 'qr.simulator.fault.ip_missing',
    holds: ({ place, ip }: Record<string, unknown>) => place !== 'address' || !!ip,
  },
  {
    path: 'country',
    messageKey: 'qr.simulator.fault.country_missing',
    holds: ({ place, country }: Record<string, unknown>) => place !== 'region' || !!country,
  },
];
