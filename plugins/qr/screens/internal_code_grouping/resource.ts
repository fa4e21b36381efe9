import { defineResource, field, RotationModel, targetUrl, VISIT_POOL_MAX_ITEMS } from '@waypost/contract';
import { z } from 'zod';
import { POOL_LEVELS } from '../../pools/values.ts';
import { zOptions } from '../qr_code_list/resource.ts';

const joined = { stored: false, write: 'none' } as const;
const MOST_ROOM = 1_000_000;

/** A pool of a live code: what stands behind it, one for each visitor. */
export const poolResource = defineResource({
  name: 'qr.pool',
  area: 'internal_code_grouping',
  title: 'name',
  access: 'own',
  onUninstall: 'keep',
  export: true,
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true }),
    /** How much is left, as it was found last. */
    level: field(z.enum(POOL_LEVELS), {
      list: true,
      filter: 'equals',
      quick: true,
      options: POOL_LEVELS,
      write: 'none',
      default: 'empty',
    }),
    rotation_model: field(zOptions.rotation_model, {
      list: 'hidden',
      filter: 'in',
      default: RotationModel.sequential,
    }),
    /** Where visitors are led while nothing takes them; null: they are told that the link is paused. */
    fallback: field(targetUrl.nullable(), { control: 'url', default: null }),
    /** The owner is told when so few items, or room for so few visitors, are left; 0: only when nothing is. */
    alert_items: field(z.int().min(0).max(VISIT_POOL_MAX_ITEMS), {
      section: 'alert',
      unit: 'qr.pool.alert_items.unit',
      default: 0,
    }),
    alert_room: field(z.int().min(0).max(MOST_ROOM), {
      section: 'alert',
      unit: 'qr.pool.alert_room.unit',
      default: 20,
    }),
    remark: field(z.string().max(500), { list: 'hidden', search: true, control: 'textarea', default: '' }),
    item_number: field(z.int(), { list: true, write: 'none', default: 0 }),
    /** Raised by everything that concerns the pool, so that two who change it at once meet here. */
    touched: field(z.int(), { write: 'none', secret: true, default: 0 }),
    /** Visitors that its items had when it was published last. */
    seen_taken: field(z.int(), { write: 'none', secret: true, default: 0 }),
    /** Items that take visitors now. */
    open_number: field(z.int(), { ...joined, list: true }),
    /** Visitors that it still takes; null: as many as come. */
    room_number: field(z.int().nullable(), { ...joined, list: true }),
    taken_number: field(z.int(), { ...joined, list: true }),
    /** Codes that lead to it, those in the bin left out. */
    code_number: field(z.int(), { ...joined, list: true }),
  },
  indexes: [{ keys: { owner: 1, name: 1 }, unique: true }, { keys: { owner: 1, level: 1, name: 1, _id: 1 } }],
  defaultSort: { field: 'name', order: 'asc' },
});
