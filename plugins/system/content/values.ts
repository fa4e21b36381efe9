import { codeOf, field, YesNo } from '@waypost/contract';
import { z } from 'zod';

/** Whether something is shown to people, as languages have it. */
export const ShowStatus = { shown: 1, hidden: 2 } as const;

/** Fields that all content has, in the order of its lists: the larger `sort` is listed first. */
export const sortField = field(z.int().min(0).max(99_999), { list: true, sort: true, default: 0 });
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
  search: true,
  control: 'textarea',
  default: '',
});
export const onHomeField = field(codeOf(YesNo), {
  list: true,
  filter: 'equals',
  options: [YesNo.no, YesNo.yes],
  control: 'switch',
  default: YesNo.no,
});
