import { codeOf, field, zPictureName } from '@waypost/contract';
import { z } from 'zod';

/** Whether something is shown, as languages and texts have it. */
export const ShowStatus = { shown: 1, hidden: 2 } as const;
export type ShowStatus = (typeof ShowStatus)[keyof typeof ShowStatus];

/** The largest number that something may be ordered by. */
export const MOST_SORT = 99_999;

/** The larger is listed first. */
export const sortField = field(z.int().min(0).max(MOST_SORT), { list: true, sort: true, default: 0 });
export const showStatusField = field(codeOf(ShowStatus), {
  list: true,
  filter: 'equals',
  quick: true,
  options: [ShowStatus.shown, ShowStatus.hidden],
  control: 'radio',
  default: ShowStatus.shown,
});
export const remarksField = field(z.string().trim().max(500), {
  list: 'hidden',
  control: 'textarea',
  default: '',
});
/** A picture, small; empty: none. */
export const iconField = field(z.union([z.literal(''), zPictureName]), {
  list: true,
  control: 'picture',
  default: '',
});

/** A title in a language that need not have one. */
export const otherTitle = (zTitle: z.ZodString) =>
  field(zTitle, { list: 'hidden', search: true, default: '' });
