import { defineResource, field, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { storagePlace } from '../screens/image_configs/resource.ts';
import { FILE_KIND_NAMES } from './values.ts';

const kept = { write: 'none' } as const;
const hidden = { write: 'none', secret: true } as const;

/** What is stored of people's uploads: the rows; the bytes are in the place that a row names. */
export const storedFile = defineResource({
  name: 'system.file',
  area: 'file',
  title: 'name',
  fields: {
    name: field(z.string(), { ...kept, list: true, search: true, priority: 0 }),
    kind: field(z.enum(FILE_KIND_NAMES), {
      ...kept,
      list: true,
      filter: 'in',
      options: FILE_KIND_NAMES,
      priority: 2,
    }),
    size: field(z.int(), { ...kept, list: true, sort: true, filter: 'range', priority: 1 }),
    /** Of pictures; 0 for everything else. */
    width: field(z.int(), { ...kept, default: 0 }),
    height: field(z.int(), { ...kept, default: 0 }),
    place: field(zId, { ...kept, list: true, filter: 'equals', ref: storagePlace, priority: 4 }),
    /** The name in its address. */
    address: field(z.string(), { ...kept, unique: true }),
    /** Where it can be had. */
    url: field(z.string(), { ...kept, stored: false }),
    /** Empty: it has none. */
    thumbnail: field(z.string(), { ...kept, stored: false }),
    /** `writing`: its bytes are on their way to the place. */
    state: field(z.enum(['writing', 'kept']), { ...kept, default: 'writing' }),
    has_thumbnail: field(z.boolean(), { ...kept, default: false }),
    /** False: it is forgotten once nothing has shown it for a day. */
    is_kept: field(z.boolean(), { ...hidden, default: true }),
    used_time: field(zTime, hidden),
    /** Other plugins that have shown it: while one of them is off nobody knows whether it still does. */
    kept_for: field(z.array(z.string()), { ...hidden, default: [] }),
    /** What it is called in its place; another one after each move. */
    object: field(z.string(), kept),
    moves: field(z.int(), { ...hidden, default: 0 }),
    /** Where a move has left a copy, until somebody empties that place; empty: nowhere. */
    left_place: field(z.string(), { ...hidden, default: '' }),
    left_object: field(z.string(), { ...hidden, default: '' }),
    left_time: field(zTime.nullable(), { ...hidden, default: null }),
    sha256: field(z.string(), hidden),
  },
  indexes: [
    { keys: { size: -1, _id: -1 } },
    { keys: { owner: 1, size: -1, _id: -1 } },
    { keys: { place: 1, _id: 1 } },
    { keys: { left_place: 1 } },
    { keys: { is_kept: 1, used_time: 1 } },
    { keys: { state: 1, create_time: 1 } },
  ],
  access: 'own',
  calls: ['inquire', 'user_inquire', 'details', 'remove'],
  defaultSort: { field: 'create_time', order: 'desc' },
});
