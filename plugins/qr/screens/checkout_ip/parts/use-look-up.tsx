import { IconSearch } from '@arco-design/web-react/icon';
import { type RowAction, useGo } from '@waypost/host-sdk';
import { LOOK_UP } from '../calls.ts';

/** The way from an address in a list to all that is known of it. */
export function useLookUp<Row extends { ip: string }>(): RowAction<Row>[] {
  const go = useGo();
  return [
    {
      name: 'look_up',
      label: 'qr.checkout_ip.look_up',
      icon: <IconSearch />,
      permission: LOOK_UP,
      isVisible: ({ ip }) => ip !== '',
      run: ({ ip }) => go('checkout_ip', { ip }),
    },
  ];
}
