import { Tag, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../code-row.ts';
import { type CodeStatus, statusOf } from '../status/rules.ts';
import { usePassing } from './use-passing.ts';

type ShownState = Pick<
  CodeRow,
  'is_frozen' | 'frozen_reason' | 'expires_at' | 'expires_after' | 'view_number' | 'state'
> &
  Partial<Pick<CodeRow, 'is_unclaimed'>>;

const TONES = {
  on: 'good',
  off: 'neutral',
  frozen: 'bad',
  expired: 'warning',
  unclaimed: 'info',
} as const satisfies Record<CodeStatus, string>;

/** Whether a code answers visits: frozen by an operator, expired by date or visits, on or off. */
export function CodeState({ code }: { code: ShownState }) {
  const words = useWords();
  usePassing(code.expires_at);
  const status = statusOf(code, Date.now());
  const tag = <Tag tone={TONES[status]}>{words(`qr.code.state.${status}`)}</Tag>;
  return status === 'frozen' ? <span title={code.frozen_reason}>{tag}</span> : tag;
}
