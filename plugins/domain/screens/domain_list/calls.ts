import { defineCall, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { domainResource, zDomainType, zEnteredName } from './resource.ts';

const area = 'domain_list';
const zOne = z.strictObject({ id: zId });
/** Each asks servers of others. */
const LOOKS_A_MINUTE = 30;

export const checkDomainCall = defineCall({
  area,
  call: 'check',
  body: zOne,
  result: z.object({ state: domainResource.fields.state.schema, fault: domainResource.fields.fault.schema }),
  access: { permission: 'domain.domain:check' },
  ratePerMinute: LOOKS_A_MINUTE,
  summary: 'Looks now whether a domain is proved, and whether visits of it come here',
});

export const releaseDomainCall = defineCall({
  area,
  call: 'release',
  body: zOne,
  result: z.null(),
  access: { permission: 'domain.domain:release' },
  summary: 'Gives an own domain up; somebody else can prove it then. Codes of the owner leave it',
});

export const applyCall = defineCall({
  area,
  call: 'apply',
  body: z.strictObject({ type: zDomainType }),
  result: z.object({ id: zId }),
  access: { permission: 'domain.domain:apply' },
  summary: 'Takes a free domain of the platform, within the quota of the account',
});

export const giveBackCall = defineCall({
  area,
  call: 'give_back',
  body: zOne,
  result: z.null(),
  access: { permission: 'domain.domain:apply' },
  summary: 'Gives a domain of the platform back',
});

export const domainQuotaCall = defineCall({
  area,
  call: 'quota',
  body: z.strictObject({}),
  result: z.object({
    /** Domains of the platform that the caller may have, and has. */
    most: z.int(),
    used: z.int(),
    /** Which types there is a free one of. */
    free: z.array(zDomainType),
  }),
  access: { permission: 'domain.domain:apply' },
  summary: 'How many domains of the platform the caller may have, has, and could get',
});

export const moveTargetsCall = defineCall({
  area,
  call: 'move_targets',
  body: z.strictObject({ id: zId, search: z.string().max(200).optional() }),
  result: z.object({
    /** False: nobody can say where codes stand, because the plugin of the codes is off. */
    is_available: z.boolean(),
    codes: z.int(),
    printed: z.int(),
    targets: z.array(
      z.object({ host: z.string(), shown: z.string(), type: zDomainType, is_working: z.boolean() }),
    ),
  }),
  access: { permission: 'domain.domain:replace' },
  summary: 'What stands on a domain, and which domains could take its place',
});

export const moveCodesCall = defineCall({
  area,
  call: 'replace',
  body: z.strictObject({
    id: zId,
    /** One of `move_targets`; empty: the platform's own address. */
    to: z.string().max(253),
  }),
  result: zStarted,
  access: { permission: 'domain.domain:replace' },
  answers: 202,
  summary:
    'Puts another domain in the place of one, code by code; printed codes keep working as long as the old one leads here',
});

export const addPlatformCall = defineCall({
  area,
  call: 'add_platform',
  body: z.strictObject({ name: zEnteredName, type: zDomainType.optional() }),
  result: z.object({ id: zId }),
  access: { permission: 'domain.platform:add' },
  summary: 'Adds a domain of the platform, which customers may apply for',
});

export const assignCall = defineCall({
  area,
  call: 'assign',
  body: z.strictObject({
    id: zId,
    /** Null: nobody. */
    holder: zId.nullable(),
  }),
  result: z.null(),
  access: { permission: 'domain.platform:assign' },
  summary: 'Lends a domain of the platform to a customer, or takes it back',
});

export const retireCall = defineCall({
  area,
  call: 'retire',
  body: zOne,
  result: z.null(),
  access: { permission: 'domain.platform:retire' },
  summary: 'Ends a domain of the platform: nobody gets it any more',
});
