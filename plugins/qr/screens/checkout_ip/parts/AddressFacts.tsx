import type { ResultOf } from '@waypost/contract';
import {
  type Fact,
  Facts,
  Panel,
  PendingState,
  RelativeTime,
  useCall,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { VisitorPlace } from '../../visitor/parts/VisitorPlace.tsx';
import { checkoutCall } from '../calls.ts';
import { AddressCodes } from './AddressCodes.tsx';
import { AddressDays } from './AddressDays.tsx';
import { AddressLists } from './AddressLists.tsx';

/** What is known of one address, and what can be done about it. */
export function AddressFacts({ ip }: { ip: string }) {
  const words = useWords();
  const { data, error, refetch } = useCall(checkoutCall, { ip });
  if (data === undefined) return <PendingState error={error} onRetry={refetch} lines={6} />;
  return (
    <>
      <Panel title={data.ip}>
        <KnownFacts found={data} />
      </Panel>
      <AddressLists ip={data.ip} blocks={data.blocks} onChanged={refetch} />
      {data.link_number === 0 ? (
        <Panel title={words('qr.checkout_ip.none.title')} text={words('qr.checkout_ip.none.text')}>
          {null}
        </Panel>
      ) : (
        <>
          <AddressDays days={data.days} />
          <AddressCodes ip={data.ip} />
        </>
      )}
    </>
  );
}

function KnownFacts({ found }: { found: ResultOf<typeof checkoutCall> }) {
  const words = useWords();
  const format = useFormat();
  const facts: Fact[] = [
    [
      words('qr.checkout_ip.location'),
      found.location === '' ? words('qr.visit.unknown') : <VisitorPlace key="place" visitor={found} />,
    ],
    [words('qr.checkout_ip.view_number'), format.number(found.view_number)],
    [words('qr.checkout_ip.link_number'), format.number(found.link_number)],
    ...(['first_time', 'last_time'] as const).flatMap((name): Fact[] => {
      const time = found[name];
      return time === null
        ? []
        : [[words(`qr.checkout_ip.${name}`), <RelativeTime key={name} value={time} />]];
    }),
  ];
  return <Facts facts={facts} />;
}
