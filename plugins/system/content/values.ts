import { codeOf, field, targetUrl, YesNo } from '@waypost/contract';
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

const SCREEN = /^[a-z][a-z0-9_]{0,63}(\?\S{0,300})?$/;

/** Whether an address is the name of a screen of the product, such as `qr_code_list?state=on`. */
export const isScreenName = (address: string): boolean => SCREEN.test(address);

/** Whether a web address is one that people may be led to. */
export const isWebAddress = (address: string): boolean =>
  /^https?:\/\//i.test(address) && targetUrl.safeParse(address).success;
