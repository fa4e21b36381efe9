import { CopyText, ScreenLink, usePermission, useWords } from '@waypost/host-sdk';
import { LOOK_UP } from '../screens/checkout_ip/calls.ts';

/** An address to copy, with the way to all that is known of it for whoever may look there. Empty: it was erased. */
export function AddressFact({ ip }: { ip: string }) {
  const words = useWords();
  const may = usePermission();
  if (ip === '') return words('qr.visit.erased');
  return (
    <>
      <CopyText value={ip} />{' '}
      {may(LOOK_UP) ? (
        <ScreenLink to={`checkout_ip?ip=${encodeURIComponent(ip)}`}>
          {words('qr.checkout_ip.look_up')}
        </ScreenLink>
      ) : null}
    </>
  );
}
