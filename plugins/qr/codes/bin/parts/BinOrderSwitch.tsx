import { Radio } from '@arco-design/web-react';
import { useGo, useQuery, useWords } from '@waypost/host-sdk';
import type { BinOrder } from '../../../screens/qr_code_remove/calls.ts';

const SCREENS = { latest: 'qr_code_remove', soonest: 'recover' } as const;

/** Chooses what stands first in the bin; each order is a screen with an address of its own. */
export function BinOrderSwitch({ order }: { order: BinOrder }) {
  const words = useWords();
  const go = useGo();
  const [params] = useQuery();
  const kept = Object.fromEntries([...params].filter(([name]) => name === 'search' || name === 'scope'));
  return (
    <Radio.Group
      type="button"
      aria-label={words('qr.bin.order')}
      value={order}
      onChange={(next: BinOrder) => go(SCREENS[next], kept)}
      options={[
        { value: 'latest', label: words('qr.bin.order.latest') },
        { value: 'soonest', label: words('qr.bin.order.soonest') },
      ]}
    />
  );
}
