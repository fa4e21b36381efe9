import { defineResource, field, zId } from '@waypost/contract';
import { z } from 'zod';
import { iconField, otherTitle, remarksField, showStatusField, sortField } from '../../catalogue/values.ts';

/** How deep categories stand in one another. */
export const MOST_LEVELS = 5;
/** What stands between the titles of a category and of those that it stands in. */
export const TITLE_SEPARATOR = ' / ';

const zTitle = z
  .string()
  .trim()
  .max(60)
  .refine((title) => !title.includes(TITLE_SEPARATOR), 'mall.category.fault.separator');

/** What of a category pickers need: its title says in which others it stands, as many are called alike. */
export const categoryReference = {
  name: 'mall.category',
  area: 'mall_category',
  title: 'full_title',
} as const;

/** What products are sorted by: each stands in another one, or in none. */
export const categoryResource = defineResource({
  name: 'mall.category',
  area: 'mall_category',
  title: 'title',
  fields: {
    title: field(zTitle.min(1), { list: true, search: true, priority: 0 }),
    // Readers of a language without a title of its own get the one above.
    title_en_us: otherTitle(zTitle),
    title_sw_ke: otherTitle(zTitle),
    /** The category that it stands in; null: in none. */
    superior: field(zId.nullable(), { ref: categoryReference, default: null }),
    icon: iconField,
    /** 1 finds what is shown, with all that it stands in; 2 the others. */
    show_status: showStatusField,
    /** The larger stands first among those of one superior. */
    sort: { ...sortField, hints: { ...sortField.hints, sort: false } },
    remarks: remarksField,
    /** Whether it and all that it stands in are shown. */
    is_visible: field(z.boolean(), { write: 'none', default: true }),
    /** 1: it stands in none. */
    depth: field(z.int().min(1).max(MOST_LEVELS), { write: 'none', default: 1 }),
    /** Titles of all that it stands in, and its own. */
    full_title: field(z.string(), { list: 'hidden', search: true, write: 'none', default: '' }),
    /** Products of it alone, without those of what stands in it. Both sides write it when one is removed as the other is used. */
    product_number: field(z.int().min(0), { list: true, write: 'none', default: 0 }),
    /** Orders rows as a tree is read: each behind what it stands in. */
    tree_key: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** What it stands in, the outermost first, and itself. */
    path: field(z.array(zId), { write: 'none', default: [] }),
    /** Finds a category and all that stands in it. */
    within: field(zId, { stored: false, write: 'none', filter: 'equals', ref: categoryReference }),
  },
  access: 'all',
  // `inquire` stands in calls.ts: part of it is open to everybody.
  calls: ['details', 'add', 'update', 'remove'],
  indexes: [
    { keys: { tree_key: 1, _id: 1 } },
    { keys: { is_visible: 1, tree_key: 1, _id: 1 } },
    { keys: { path: 1, tree_key: 1, _id: 1 } },
    { keys: { superior: 1, title: 1 } },
    { keys: { full_title: 1 } },
    { keys: { icon: 1 } },
  ],
  defaultSort: { field: 'tree_key', order: 'asc' },
});
