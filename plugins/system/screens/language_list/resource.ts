import { codeOf, defineResource, field, LANGUAGE_CODE_PATTERN, LOCALES, YesNo } from '@waypost/contract';
import { z } from 'zod';

/** `show_status: 1` asks for what is shown. */
export const ShowStatus = { shown: 1, hidden: 2 } as const;

/**
 * Languages of the interface: those that every text of the product exists in, and those that an operator adds and writes the
 * words of. Which are offered and what they are called is for an operator to say.
 */
export const language = defineResource({
  name: 'system.language',
  area: 'language',
  title: 'title',
  fields: {
    /** BCP 47, such as `fr-FR`. Words are kept by it: it stays. */
    code: field(z.string().trim().regex(LANGUAGE_CODE_PATTERN, 'language_code'), {
      list: true,
      write: 'create',
      unique: true,
      control: 'text',
      autoComplete: 'off',
    }),
    title: field(z.string().trim().min(1).max(40), { list: true }),
    /** An emoji, or nothing. */
    icon: field(z.string().max(16), { list: true, default: '' }),
    country: field(z.string().regex(/^([A-Z]{2})?$/, 'country_code'), {
      list: true,
      default: '',
    }),
    abbreviation: field(z.string().trim().max(10), { list: true, default: '' }),
    phone_code: field(z.string().regex(/^[0-9]{0,4}$/, 'phone_code'), {
      list: true,
      default: '',
    }),
    show_status: field(codeOf(ShowStatus), {
      list: true,
      options: [ShowStatus.shown, ShowStatus.hidden],
      control: 'radio',
      // One that has no words yet is for nobody.
      default: ShowStatus.hidden,
    }),
    default_language: field(codeOf(YesNo), {
      list: true,
      options: [YesNo.yes, YesNo.no],
      control: 'radio',
      default: YesNo.no,
    }),
  },
  rules: [
    {
      path: 'show_status',
      messageKey: 'system.fault.language_default_shown',
      holds: ({ default_language, show_status }) =>
        default_language !== YesNo.yes || show_status !== ShowStatus.hidden,
    },
    {
      path: 'default_language',
      messageKey: 'system.fault.language_default_whole',
      holds: ({ code, default_language }) =>
        default_language !== YesNo.yes || LOCALES.some((locale) => locale === code),
    },
  ],
  access: 'all',
  calls: ['details', 'add', 'update', 'remove'],
  menu: {
    route: 'language_list',
    parent: 'extensions',
    sort: 40,
    icon: 'language',
    roles: ['administrator'],
  },
});
