import { defineResource, field, zId } from '@waypost/contract';
import { z } from 'zod';
import { groupReference } from '../../codes/groups/values.ts';

/** Codes of one batch: what a printer takes as one order. */
export const BATCH_MAX_SIZE = 10_000;
export const BATCH_STATES = ['making', 'ready', 'stopped'] as const;

/**
 * Codes that are made and printed before it is known where they lead. A batch is never deleted: what is printed stays
 * printed.
 */
export const printBatchResource = defineResource({
  name: 'qr.print_batch',
  area: 'print_batch',
  title: 'name',
  access: 'own',
  onUninstall: 'keep',
  calls: ['inquire', 'user_inquire', 'details', 'update'],
  fields: {
    name: field(z.string().trim().min(1).max(80), {
      list: true,
      filter: 'contains',
      search: true,
      sort: true,
    }),
    size: field(z.int().min(1).max(BATCH_MAX_SIZE), { list: true, sort: true, write: 'none', default: 1 }),
    state: field(z.enum(BATCH_STATES), {
      list: true,
      filter: 'in',
      quick: true,
      options: BATCH_STATES,
      write: 'none',
      default: 'making',
    }),
    /** Codes that are there already. */
    made: field(z.int().min(0), { list: true, write: 'none', default: 0 }),
    /** Of these, how many have got a target. */
    claimed: field(z.int().min(0), { list: true, sort: true, write: 'none', default: 0 }),
    /** Each code has a claim code of its own, by which somebody else can make it theirs. */
    has_claim_codes: field(z.boolean(), { list: 'hidden', write: 'none', default: false }),
    /** Whose defaults its codes began with; null: none. */
    group: field(zId.nullable(), { list: 'hidden', write: 'none', ref: groupReference, default: null }),
    remark: field(z.string().max(500), { list: 'hidden', search: true, control: 'textarea', default: '' }),
  },
  indexes: [{ keys: { owner: 1, create_time: -1, _id: -1 } }],
});
