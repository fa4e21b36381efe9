import {
  EmptyState,
  Page as Frame,
  Panel,
  PendingState,
  ScreenLink,
  ScreenRedirect,
  useCall,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { findClaimCall } from './calls.ts';
import { AddressForm } from './parts/AddressForm.tsx';
import { ClaimForm } from './parts/ClaimForm.tsx';
import styles from './parts/claim.module.css';

/** Where a printed code leads while it has no target: to its page for its owner, to the question for its claim code for others. */
export function Page() {
  const words = useWords();
  const [params] = useQuery();
  const address = (params.get('address') ?? '').trim();
  return (
    <Frame title={words('menu.code_claim')} text={words('qr.claim.text')}>
      <Panel>
        {address === '' ? <Form of={<AddressForm />} /> : <Claim key={address} address={address} />}
      </Panel>
    </Frame>
  );
}

/** A line of text is read and typed best where it is not as wide as the screen. */
const Form = ({ of }: { of: ReactNode }) => <div className={styles.form}>{of}</div>;

function Claim({ address }: { address: string }) {
  const words = useWords();
  const may = usePermission();
  const { data, error, refetch } = useCall(findClaimCall, { address });
  if (data === undefined) return <PendingState error={error} onRetry={refetch} lines={3} height={24} />;
  if (data.outcome === 'yours') return <ScreenRedirect to={`set_qr_code?id=${data.id}&tab=targets`} />;
  if (data.outcome === 'claimable' && may('qr.code:create'))
    return <Form of={<ClaimForm shortCode={data.short_code} />} />;
  return (
    <EmptyState
      title={words('qr.claim.none.title')}
      text={words('qr.claim.none.text')}
      action={<ScreenLink to="code_claim">{words('qr.claim.again')}</ScreenLink>}
    />
  );
}
