import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { zDomainType } from '../domain_list/resource.ts';

const area = 'hold_domain';
const zOne = z.strictObject({ id: zId });
/** The operation that a person can follow, null where they have five going on; and the take-over. */
const zBegun = z.object({ id: zId.nullable(), take_over: zId });

export const spareCandidatesCall = defineCall({
  area,
  call: 'candidates',
  body: z.strictObject({ search: z.string().max(200).optional() }),
  result: z.object({ domains: z.array(z.object({ id: zId, shown: z.string(), type: zDomainType })) }),
  access: { permission: 'domain.spare:add_spare' },
  summary: 'Domains of the platform that could be kept in reserve: checked, working, without codes',
});

export const addSpareCall = defineCall({
  area,
  call: 'add',
  body: zOne,
  result: z.object({ id: zId }),
  access: { permission: 'domain.spare:add_spare' },
  summary: 'Keeps a domain of the platform in reserve: nobody is lent it until it takes over',
});

export const removeSpareCall = defineCall({
  area,
  call: 'remove',
  body: zOne,
  result: z.null(),
  access: { permission: 'domain.spare:remove_spare' },
  summary: 'Takes a domain out of the reserve; what it has taken over stays on it',
});

export const putFirstCall = defineCall({
  area,
  call: 'put_first',
  body: zOne,
  result: z.null(),
  access: { permission: 'domain.spare:arrange_spares' },
  summary: 'Lets a spare domain take over before the others of its type',
});

export const keepSpareCall = defineCall({
  area,
  call: 'keep',
  body: z.strictObject({ id: zId, is_spare: z.boolean() }),
  result: z.null(),
  access: { permission: 'domain.spare:keep_spare' },
  summary: 'Keeps a domain that the caller has in reserve for their other ones, or no longer',
});

export const planTakeOverCall = defineCall({
  area: 'take_over',
  call: 'plan',
  body: zOne,
  result: z.object({
    /** False: nobody can say where codes stand, because the plugin of the codes is off. */
    is_available: z.boolean(),
    codes: z.int(),
    printed: z.int(),
    /** The best first. */
    spares: z.array(z.object({ id: zId, shown: z.string(), is_own: z.boolean() })),
  }),
  access: { permission: 'domain.take_over:take_over' },
  summary: 'What stands on a domain, and which spares could take over from it now',
});

export const beginTakeOverCall = defineCall({
  area: 'take_over',
  call: 'begin',
  body: z.strictObject({
    id: zId,
    /** One of `plan`. */
    spare: zId,
  }),
  result: zBegun,
  access: { permission: 'domain.take_over:take_over' },
  answers: 202,
  summary:
    'Lets a spare take over the codes of a domain now, also after a policy block; one that was stopped goes on',
});

export const planBackCall = defineCall({
  area: 'take_over',
  call: 'plan_back',
  body: zOne,
  result: z.object({
    is_available: z.boolean(),
    codes: z.int(),
    printed: z.int(),
    is_failing: z.boolean(),
  }),
  access: { permission: 'domain.take_over:go_back' },
  summary: 'How many codes would go back, and whether the domain is still believed to fail',
});

export const goBackCall = defineCall({
  area: 'take_over',
  call: 'back',
  body: zOne,
  result: zBegun,
  access: { permission: 'domain.take_over:go_back' },
  answers: 202,
  summary:
    'Takes the codes back to the domain that works again; what was printed with the spare goes on answering',
});

export const cancelTakeOverCall = defineCall({
  area: 'take_over',
  call: 'cancel',
  body: zOne,
  result: z.null(),
  access: { permission: 'domain.take_over:stop_take_over' },
  summary: 'Stops what moves, or puts away what no spare serves yet',
});
