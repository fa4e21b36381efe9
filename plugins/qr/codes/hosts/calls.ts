import { codeOf, DomainType, defineCall, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { BATCH_MAX_CODES } from '../../screens/qr_code_list/calls.ts';
import { CODE_BODY_BYTES } from '../../screens/qr_code_list/resource.ts';
import { zHost, zSteps } from './values.ts';

const area = 'qr_code_list';

export const changeDomainNameCall = defineCall({
  area,
  call: 'change_domain_name',
  body: z.strictObject({
    ids: z.array(zId).min(1).max(BATCH_MAX_CODES),
    ...zSteps,
    /** Of one code: a stale one is 409. */
    version: z.int().min(0).optional(),
    /** Nothing is changed: what it would come to. */
    is_trial: z.boolean().optional(),
  }),
  result: z.object({
    changed: z.int(),
    /** Printed pictures that carry another address from then on, and go on working. */
    keeps: z.int(),
    /** Those whose address is not the owner's any more. */
    stops: z.int(),
    /** Codes that cannot be put there; without `is_trial` one of them refuses all. */
    refused: z.int(),
  }),
  access: { permission: 'qr.code:update' },
  summary:
    'Puts up to 200 codes on other domains, all of them or none, or says with `is_trial` what becomes of printed ones',
});

/** Most codes of one move that are chosen by hand. */
export const MOVE_MAX_CODES = 10_000;

export const moveDomainNamesCall = defineCall({
  area,
  call: 'move_domain_names',
  body: z
    .strictObject({
      /** Codes, or all that stand on a host, its empty text being the platform's own address. */
      ids: z.array(zId).min(1).max(MOVE_MAX_CODES).optional(),
      from: zHost.optional(),
      ...zSteps,
      own: z.boolean().optional(),
      owner: zId.optional(),
    })
    .refine(({ ids, from }) => (ids === undefined) !== (from === undefined), { path: ['ids'] }),
  result: zStarted,
  access: { permission: 'qr.code:update' },
  bodyLimit: CODE_BODY_BYTES,
  answers: 202,
  summary:
    'Starts to put codes on other domains, one by one: those that cannot be put there stay, and its table says why',
});

/** Names that one answer tells. */
export const USABLE_DOMAINS_MOST = 100;

export const usableDomainsCall = defineCall({
  area,
  call: 'usable_domains',
  body: z.strictObject({
    type: codeOf(DomainType).optional(),
    /** Part of a name. */
    search: z.string().trim().max(253).optional(),
    /** Codes whose owners' names are meant; left out: the caller's own. */
    ids: z.array(zId).min(1).max(BATCH_MAX_CODES).optional(),
  }),
  result: z.object({
    /** Whether there is anybody who says whose a domain is: else no code can be put on one. */
    is_on: z.boolean(),
    /** There is nobody, and codes or groups of theirs stand on domains: something is missing that was there. */
    is_missed: z.boolean(),
    domains: z.array(
      z.object({
        host: z.string(),
        /** In its own script. */
        shown: z.string(),
        type: codeOf(DomainType),
        is_platform: z.boolean(),
        is_working: z.boolean(),
      }),
    ),
    /** There are further ones: a search finds them. */
    has_more: z.boolean(),
  }),
  access: { permission: 'qr.code:read' },
  summary: 'Domains that codes may be put on now, up to 100 that fit a search: those that work first',
});
