import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

const area = 'qr_code_access';
/** Most addresses that one enquiry may ask for. */
export const ENQUIRY_MAX_ADDRESSES = 1_000;
/** Room for that many of the longest addresses, one a line; what comes with them is short. */
const ENQUIRY_BODY_BYTES = 32_768;
/** `yyyy-mm-dd`, with or without a time: a day of TIME_ZONE. What is left out is asked for in the words of an empty field. */
const zDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, 'qr.fault.enquiry_time')
  .prefault('');

/** One address that visited one domain. */
export const zVisitRecord = z.object({
  domain: z.string(),
  latest_create_time: zTime,
  ip: z.string(),
  /** Visits of the address on this domain, all in all. */
  ip_count: z.int(),
  /** Country, province, city and provider as far as they are known. */
  latest_ip_belong: z.string(),
  /** App, system, device and browser, with semicolons between them. */
  latest_source: z.string(),
  latest_user_agent: z.string(),
  country: z.string(),
  isp: z.string(),
  app: z.string(),
  system: z.string(),
  /** As people call it; empty for a computer, and for a phone that is in no table. */
  device: z.string(),
});
export type VisitRecord = z.infer<typeof zVisitRecord>;

export const publicEnquiryCall = defineCall({
  area,
  call: 'public_enquiry',
  body: z.strictObject({
    key: z.string().trim().min(1, 'qr.fault.enquiry_key').max(100).prefault(''),
    /** Share name of one code; left out or empty: every code of the key's owner. */
    file_name: z.string().max(64).optional(),
    /** Host name that was visited; left out or empty: all of them. */
    domain: z.string().trim().max(253).optional(),
    // Faults are told in this order: days, then addresses.
    start_time: zDay,
    end_time: zDay,
    ip_list: z
      .array(z.string().max(64))
      .min(1, 'qr.fault.enquiry_none')
      .max(ENQUIRY_MAX_ADDRESSES)
      .prefault([]),
  }),
  result: z.array(zVisitRecord),
  access: { public: true },
  ratePerMinute: 60,
  bodyLimit: ENQUIRY_BODY_BYTES,
  summary: 'Visits of given addresses to the codes of whoever issued the card key, at most 7 days back',
});

const access = { permission: 'qr.code:update' } as const;
const zState = z.object({ hint: z.string(), create_time: zTime }).nullable();
const zIssued = z.object({ key: z.string() });

export const cardKeyCall = defineCall({
  area,
  call: 'key',
  body: z.strictObject({}),
  result: zState,
  access,
  summary: "The end of the caller's card key and when it was issued; null without one",
});

export const issueCardKeyCall = defineCall({
  area,
  call: 'issue_key',
  body: z.strictObject({}),
  result: zIssued,
  access,
  isPersonal: true,
  summary: "Issues the caller's card key, told this once; an earlier one stops working",
});

export const revokeCardKeyCall = defineCall({
  area,
  call: 'revoke_key',
  body: z.strictObject({}),
  result: z.null(),
  access,
  isPersonal: true,
  summary: "Ends the caller's card key",
});

/** On a person's page: keys of the customers whom the caller reaches. */
const forOthers = { permission: 'qr.code_admin:card_key' } as const;
const person = z.strictObject({ id: zId });

export const personCardKeyCall = defineCall({
  area,
  call: 'person_key',
  body: person,
  result: zState,
  access: forOthers,
  summary: "The end of a customer's card key and when it was issued; null without one",
});

export const issuePersonCardKeyCall = defineCall({
  area,
  call: 'issue_person_key',
  body: person,
  result: zIssued,
  access: forOthers,
  isPersonal: true,
  summary: "Issues a customer's card key, told this once; an earlier one stops working",
});

export const revokePersonCardKeyCall = defineCall({
  area,
  call: 'revoke_person_key',
  body: person,
  result: z.null(),
  access: forOthers,
  isPersonal: true,
  summary: "Ends a customer's card key",
});
