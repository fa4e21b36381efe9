import { field } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useWords } from '@waypost/host-sdk';
import { payoutAddressChange } from '../calls.ts';

const FIELDS = { address: field(payoutAddressChange.body.shape.address, { autoComplete: 'off' }) };

/** Where withdrawals are paid to from tomorrow on. */
export function AddressDrawer({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const words = useWords();
  return (
    <CallForm
      call={payoutAddressChange}
      name="wallet.payout_address_change"
      fields={FIELDS}
      submit="wallet.payout_address.submit"
      drawer={{ title: words('wallet.payout_address'), width: 520 }}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('wallet.payout_address.done'));
        onDone();
      }}
    >
      <FormSection text={words('wallet.payout_address.drawer')}>
        <ResourceField name="address" />
      </FormSection>
    </CallForm>
  );
}
