import { ShortCodeVisibility } from '@waypost/contract';
import type { CodeRow } from './code-row.ts';

type Known = Pick<CodeRow, 'is_link'> & Partial<Pick<CodeRow, 'is_unclaimed' | 'visibility'>>;

/** The screen whose list a code stands on: one of a print batch on the page of that, until it leads somewhere. */
export function listOf(code: Known | undefined): 'qr_code_list' | 'short_qr_code_list' | 'print_batch' {
  if (code?.is_unclaimed === true && code.visibility === ShortCodeVisibility.hide) return 'print_batch';
  return code?.is_link === true ? 'short_qr_code_list' : 'qr_code_list';
}
