import { codeOf, defineResource, field, YesNo } from '@waypost/contract';
import { z } from 'zod';

/** `show_status: 1` asks for what is shown. */
export const ShowStatus = { shown: 1, hidden: 2 } as const;

/** Languages that every text of the product exists in; which are offered and what they are called is for an operator to say. */
export const language = defineResource({
  name: 'system.language',
  area: 'language',
  title: 'title',
  fields: {
    code: field(z.string(), { list: true, write: 'none', unique: true }),
    title: field(z.string().trim().min(1).max(40), { list: true, write: 'update' }),
    /** An emoji, or nothing. */
    icon: field(z.string().max(16), { list: true, write: 'update', default: '' }),
    country: field(z.string().regex(/^([A-Z]{2})?$/, 'country_code'), {
      list: true,
      write: 'update',
      default: '',
    }),
    abbreviation: field(z.string().trim().max(10), { list: true, write: 'update', default: '' }),
    phone_code: field(z.string().regex(/^[0-9]{0,4}$/, 'phone_code'), {
      list: true,
      write: 'update',
      default: '',
    }),
    show_status: field(codeOf(ShowStatus), {
      list: true,
      write: 'update',
      options: [ShowStatus.shown, ShowStatus.hidden],
      control: 'radio',
      default: ShowStatus.shown,
    }),
    default_language: field(codeOf(YesNo), {
      list: true,
      write: 'update',
      options: [YesNo.yes, YesNo.no],
      control: 'radio',
      default: YesNo.no,
    }),
  },
  access: 'all',
  calls: ['details', 'update'],
  menu: { route: 'language_list', parent: 'platform', sort: 40, icon: 'language', roles: ['administrator'] },
});
