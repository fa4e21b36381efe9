import { Tag, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../code-row.ts';

const TONES = { own: 'neutral', made: 'good', failed: 'bad' } as const;

/** What an address is, or why there is none, for the pointer. */
export function AddressStatus({ code }: { code: Pick<CodeRow, 'address_status' | 'address_fault'> }) {
  const words = useWords();
  const { address_status: status, address_fault: fault } = code;
  const tag = <Tag tone={TONES[status]}>{words(`qr.code.address_status.${status}`)}</Tag>;
  return fault ? <span title={fault}>{tag}</span> : tag;
}
