import { defineResource, field, VISIT_POOL_MAX_CAPACITY, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { ITEM_KINDS, ITEM_STATUSES, poolReference, zItemHours, zItemTarget } from './values.ts';

const joined = { stored: false, write: 'none' } as const;

/** One of the inner codes of a pool: a picture to press and hold, a contact or a link, with what it takes and when. */
export const poolItemResource = defineResource({
  name: 'qr.pool_item',
  area: 'pool_item',
  title: 'name',
  access: 'own',
  onUninstall: 'keep',
  fields: {
    pool: field(zId, { write: 'create', filter: 'equals', ref: poolReference }),
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true }),
    target: field(zItemTarget, { list: true, control: 'item_target' }),
    /** Follows from the target. */
    kind: field(z.enum(ITEM_KINDS), {
      list: 'hidden',
      filter: 'equals',
      options: ITEM_KINDS,
      write: 'none',
    }),
    /** Visitors that it takes; null: as many as come. */
    capacity: field(z.int().min(1).max(VISIT_POOL_MAX_CAPACITY).nullable(), {
      list: 'hidden',
      sort: true,
      unit: 'qr.pool_item.capacity.unit',
      default: null,
    }),
    /** From then on nobody gets it any more; null: never. */
    expires_at: field(zTime.nullable(), { list: true, sort: true, control: 'datetime', default: null }),
    /** When it is given out; none: at any time. */
    hours: field(zItemHours, { control: 'item_hours', default: [] }),
    state: field(z.enum(['on', 'off']), { filter: 'equals', quick: true, default: 'on' }),
    remark: field(z.string().max(200), { list: 'hidden', search: true, default: '' }),
    /** Its place in the order, from 1. */
    position: field(z.int(), { write: 'none', sort: true, default: 0 }),
    /** How often its visitors have been counted anew. */
    round: field(z.int(), { write: 'none', secret: true, default: 1 }),
    status: field(z.enum(ITEM_STATUSES), { ...joined, list: true }),
    taken_number: field(z.int(), { ...joined, list: true }),
    /** Visitors that it still takes; null: as many as come. */
    room_number: field(z.int().nullable(), { ...joined, list: 'hidden' }),
  },
  actions: {
    /** Begins to count its visitors anew: the group behind the picture is a new one. */
    renew: { confirm: true },
  },
  indexes: [
    { keys: { pool: 1, position: 1, _id: 1 } },
    { keys: { owner: 1, pool: 1, position: 1, _id: 1 } },
    { keys: { 'target.picture': 1 }, sparse: true },
  ],
  defaultSort: { field: 'position', order: 'asc' },
});
