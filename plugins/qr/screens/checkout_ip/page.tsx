import { field } from '@waypost/contract';
import {
  CallForm,
  FormSection,
  Panel,
  ResourceField,
  Page as Screen,
  useKeepAnswer,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { checkoutCall, zAddress } from './calls.ts';
import { AddressFacts } from './parts/AddressFacts.tsx';

const FIELDS = { ip: field(zAddress, { autoComplete: 'off' }) };

/** One address: who is behind it, what it did, and whether it is kept out. */
export function Page() {
  const words = useWords();
  const [params, setQuery] = useQuery();
  const keep = useKeepAnswer(checkoutCall);
  const ip = params.get('ip') ?? '';
  return (
    <Screen title={words('menu.checkout_ip')} text={words('qr.checkout_ip.intro')}>
      <Panel>
        <CallForm
          key={ip}
          call={checkoutCall}
          name="qr.checkout_ip"
          fields={FIELDS}
          initial={{ ip }}
          submit="qr.checkout_ip.ask"
          isQuestion
          onSent={(found) => {
            keep({ ip: found.ip }, found);
            setQuery({ ip: found.ip, page: undefined });
          }}
        >
          <FormSection>
            <ResourceField name="ip" />
          </FormSection>
        </CallForm>
      </Panel>
      {ip === '' ? null : <AddressFacts key={ip} ip={ip} />}
    </Screen>
  );
}
