import { Tag, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../code-row.ts';

type ShownState = Pick<CodeRow, 'is_frozen' | 'frozen_reason' | 'expires_at' | 'state'>;

/** Whether a code answers visits: frozen by an operator, past its expiry, on or off. */
export function CodeState({ code }: { code: ShownState }) {
  const words = useWords();
  if (code.is_frozen)
    return (
      <span title={code.frozen_reason}>
        <Tag tone="bad">{words('qr.code.state.frozen')}</Tag>
      </span>
    );
  const isExpired = code.expires_at !== null && Date.parse(code.expires_at) <= Date.now();
  if (isExpired) return <Tag tone="warning">{words('qr.code.state.expired')}</Tag>;
  return <Tag tone={code.state === 'on' ? 'good' : 'neutral'}>{words(`qr.code.state.${code.state}`)}</Tag>;
}
