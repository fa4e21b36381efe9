import { codeOf, defineResource, field, RotationJump, zId, zPictureName } from '@waypost/contract';
import { z } from 'zod';
import { remarksField, showStatusField, sortField } from '../../content/values.ts';
import { rotationType } from '../rotation_type/resource.ts';
import { leadsSomewhere } from './values.ts';

const zTitle = z.string().trim().max(100);
const zDescription = z.string().trim().max(300);
const optional = { default: '' } as const;
const longer = { default: '', control: 'textarea' } as const;

/** Pictures and words that go round on the home page, one at a time, and may lead somewhere. */
export const rotation = defineResource({
  name: 'system.rotation',
  area: 'rotation',
  title: 'title',
  fields: {
    title: field(zTitle.min(1), { list: true, search: true, sort: true, priority: 0 }),
    picture: field(z.union([z.literal(''), zPictureName]), { list: true, control: 'picture', default: '' }),
    description: field(zDescription, { list: 'hidden', search: true, ...longer }),
    // Readers of a language without words of its own get those above.
    title_en_us: field(zTitle, { search: true, ...optional }),
    description_en_us: field(zDescription, longer),
    title_sw_ke: field(zTitle, { search: true, ...optional }),
    description_sw_ke: field(zDescription, longer),
    type: field(zId, { list: true, filter: 'equals', index: true, ref: rotationType }),
    jump_type: field(codeOf(RotationJump), {
      list: true,
      filter: 'equals',
      options: Object.values(RotationJump),
      control: 'select',
      default: RotationJump.screen,
    }),
    /** Empty: it leads nowhere. */
    jump_address: field(z.string().trim().max(2_000), { list: 'hidden', control: 'text', default: '' }),
    sort: sortField,
    show_status: showStatusField,
    click_count: field(z.int(), { list: true, sort: true, write: 'none', default: 0 }),
    remarks: remarksField,
  },
  rules: [
    {
      path: 'jump_address',
      messageKey: 'system.rotation.fault.jump',
      holds: ({ jump_address, jump_type }) =>
        typeof jump_address !== 'string' ||
        jump_address === '' ||
        leadsSomewhere(jump_address, jump_type ?? RotationJump.screen),
    },
  ],
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  defaultSort: { field: 'sort', order: 'desc' },
});
