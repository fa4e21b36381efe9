import { defineResource, field, targetUrl } from '@waypost/contract';
import { z } from 'zod';
import { iconField, otherTitle, remarksField, showStatusField, sortField } from '../../catalogue/values.ts';

const zTitle = z.string().trim().max(60);

/** Who makes products. */
export const brandResource = defineResource({
  name: 'mall.brand',
  area: 'mall_brand',
  title: 'title',
  fields: {
    title: field(zTitle.min(1), { list: true, search: true, sort: true, unique: true, priority: 0 }),
    // Readers of a language without a title of its own get the one above.
    title_en_us: otherTitle(zTitle),
    title_sw_ke: otherTitle(zTitle),
    icon: iconField,
    /** Its own pages; empty: none that are known. */
    website: field(z.union([z.literal(''), targetUrl]), { list: 'hidden', control: 'url', default: '' }),
    show_status: showStatusField,
    sort: sortField,
    remarks: remarksField,
    /** Both sides write it when one is removed as the other is used. */
    product_number: field(z.int().min(0), { list: true, sort: true, write: 'none', default: 0 }),
  },
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  indexes: [
    { keys: { sort: -1, _id: -1 } },
    { keys: { show_status: 1, sort: -1, _id: -1 } },
    { keys: { product_number: -1, _id: -1 } },
    { keys: { icon: 1 } },
  ],
  defaultSort: { field: 'sort', order: 'desc' },
});
