import { defineResource, field, zId } from '@waypost/contract';
import { z } from 'zod';
import { onHomeField, remarksField, showStatusField, sortField } from '../../content/values.ts';
import { RICH_TEXT_MAX_LENGTH } from '../../rich-text/values.ts';
import { imageTextType } from '../image_text_type/resource.ts';

/** What a text is called in its public address: lower-case letters, digits and hyphens. */
const ADDRESS = /^([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?$/;

const zTitle = z.string().trim().max(100);
const zContent = z.string().max(RICH_TEXT_MAX_LENGTH);
const content = { control: 'rich_text' } as const;

/** Three texts with what stands around them. */
const IMAGE_TEXT_BODY_BYTES = 786_432;

/** Texts with pictures: notices, help, terms; shown on the home page, at a public address, or where a rotation leads. */
export const imageText = defineResource({
  name: 'system.image_text',
  area: 'image_text',
  title: 'title',
  fields: {
    title: field(zTitle.min(1), { list: true, search: true, sort: true, priority: 0 }),
    type: field(zId, { list: true, filter: 'equals', index: true, ref: imageTextType }),
    content: field(zContent.min(1), content),
    // Readers of a language without words of its own get those above.
    title_en_us: field(zTitle, { search: true, default: '' }),
    content_en_us: field(zContent, { ...content, default: '' }),
    title_sw_ke: field(zTitle, { search: true, default: '' }),
    content_sw_ke: field(zContent, { ...content, default: '' }),
    show_status: showStatusField,
    show_on_home: onHomeField,
    /** Last part of its public address, below `/page/`; empty: strangers do not read it. */
    address: field(z.string().trim().regex(ADDRESS, 'page_address'), {
      list: true,
      search: true,
      control: 'text',
      autoComplete: 'off',
      default: '',
    }),
    /** Where strangers read it; empty: nowhere. */
    public_url: field(z.string(), { write: 'none', stored: false }),
    sort: sortField,
    remarks: remarksField,
    /** Pictures in any of the contents. */
    pictures: field(z.array(z.string()), { write: 'none', secret: true, default: [] }),
  },
  access: 'all',
  // Its list leaves the contents out: `textList`.
  calls: ['details', 'add', 'update', 'remove'],
  bodyLimit: IMAGE_TEXT_BODY_BYTES,
  indexes: [
    { keys: { address: 1 }, unique: true, partial: { address: { $gt: '' } } },
    { keys: { pictures: 1 } },
  ],
  defaultSort: { field: 'sort', order: 'desc' },
});
