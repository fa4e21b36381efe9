import type { CodeRow } from './code-row.ts';

/** The screen whose list a code stands on. */
export const listOf = (code: Pick<CodeRow, 'is_link'> | undefined): 'qr_code_list' | 'short_qr_code_list' =>
  code?.is_link === true ? 'short_qr_code_list' : 'qr_code_list';
