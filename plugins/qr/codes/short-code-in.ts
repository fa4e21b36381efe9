import { codeInPath, withoutTail } from '@waypost/contract';

/** A short code, of whichever way it is written: by itself, or as the address that is printed, with the mark of a scan. */
export function shortCodeIn(text: string): string {
  const end = text.search(/[?#]/);
  const segment = (end < 0 ? text : text.slice(0, end)).replace(/\/+$/, '').split('/').at(-1)?.trim() ?? '';
  return withoutTail(codeInPath(`/${segment}`) ?? segment);
}
