import { defineCall, zExportFormat, zId, zStarted, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zVote } from '../../detection/values.ts';
import { hostResource } from '../../hosts/resource.ts';
import { zStatus } from '../../status/values.ts';
import { zCheckedAddress } from '../we_chat_blocking_detection_configuration/calls.ts';
import { checkResource } from './resource.ts';

const { area } = checkResource;
const access = { permission: 'wechat-shield.check:create' } as const;
/** Addresses of one task. */
export const MOST_TOGETHER = 500;
const MANY_BYTES = 131_072;
/** Hosts of one code: those that it leads by, and those that it was printed with. */
const MOST_HOSTS = 40;
/** Ids of one page of a list. */
const MOST_STATUSES = 200;

const zDone = z.object({ id: zId, status: zStatus, quorum: z.int(), votes: z.array(zVote) });

export const checkOfferCall = defineCall({
  area,
  call: 'offer',
  body: z.strictObject({}),
  result: z.object({
    /** False: no provider is on, and nobody could be asked. */
    is_ready: z.boolean(),
    /** Checks that the caller may ask for on a day; null: as many as the rate allows. */
    most: z.int().nullable(),
    interval_minutes: z.int(),
  }),
  access: { permission: 'wechat-shield.check:read' },
  summary: 'Whether addresses can be checked now, and how many the caller may check on a day',
});

export const checkNowCall = defineCall({
  area,
  call: 'check',
  body: z.strictObject({ address: zCheckedAddress }),
  result: zDone,
  access,
  ratePerMinute: 10,
  failureStatuses: [409],
  summary: 'Asks all providers whether WeChat blocks an address, and judges what they say',
});

export const checkHostCall = defineCall({
  area: hostResource.area,
  call: 'check',
  body: z.strictObject({ id: zId }),
  result: zDone,
  access,
  ratePerMinute: 10,
  failureStatuses: [409],
  summary: 'Checks a domain of the list now; what is believed of it takes two checks that agree',
});

export const statusesCall = defineCall({
  area,
  call: 'statuses',
  body: z.strictObject({ domains: z.array(zId).max(MOST_STATUSES) }),
  result: z.record(
    zId,
    z.object({ status: zStatus, since: zTime.nullable(), checked_time: zTime.nullable() }),
  ),
  access: { permission: 'wechat-shield.host:read' },
  summary: 'What is believed of domains in WeChat, by their ids; those that nobody has checked are left out',
});

export const hostStatusesCall = defineCall({
  area,
  call: 'host_statuses',
  body: z.strictObject({ hosts: z.array(z.string().max(253)).max(MOST_HOSTS) }),
  result: z.array(
    z.object({
      host: z.string(),
      shown: z.string(),
      status: zStatus,
      since: zTime.nullable(),
      checked_time: zTime.nullable(),
    }),
  ),
  access: { permission: 'wechat-shield.host:read' },
  summary:
    'What is believed of hosts in WeChat, of the caller’s and the platform’s; those that nobody has are left out',
});

export const checkManyCall = defineCall({
  area,
  call: 'check_many',
  body: z.strictObject({
    addresses: z.array(zCheckedAddress).min(1).max(MOST_TOGETHER),
    format: zExportFormat,
  }),
  bodyLimit: MANY_BYTES,
  result: zStarted,
  access,
  answers: 202,
  failureStatuses: [409],
  summary:
    'Checks addresses one after the other, as an asynchronous operation with a table of what was found',
});

export const checkDomainCall = defineCall({
  area: hostResource.area,
  call: 'check_codes',
  body: z.strictObject({ id: zId, format: zExportFormat }),
  result: zStarted,
  access,
  answers: 202,
  failureStatuses: [409],
  summary:
    'The same of every code that stands on a domain: of the caller’s, or of everybody’s for those who see them',
});
