import { field, type ResultOf, type RowOf } from '@waypost/contract';
import { CallForm, CopyText, Drawer, Facts, Tag, useFormat, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { providerTestCall } from '../calls.ts';
import type { urlKeyPlatform } from '../resource.ts';

const FIELDS = { url: field(providerTestCall.body.shape.url, { control: 'url' }) };

interface TestProviderProps {
  provider: RowOf<typeof urlKeyPlatform>;
  onClose: () => void;
}

/** Has a provider make one address; what came of it stands under the form. */
export function TestProvider({ provider, onClose }: TestProviderProps) {
  const words = useWords();
  const format = useFormat();
  const [result, setResult] = useState<ResultOf<typeof providerTestCall>>();
  return (
    <Drawer title={words('qr.provider_test.title', { name: provider.name })} isOpen onClose={onClose}>
      <CallForm
        call={providerTestCall}
        name="qr.provider_test"
        fields={FIELDS}
        submit="qr.provider_test.verb"
        about={provider.id}
        isQuestion
        toBody={(values) => ({ ...values, id: provider.id })}
        onSent={setResult}
      />
      {result === undefined ? null : (
        <div role="status">
          <Facts
            facts={[
              [
                words('qr.provider_test.outcome'),
                <Tag key="outcome" tone={result.fault === '' ? 'good' : 'bad'}>
                  {words(`qr.provider_test.${result.fault === '' ? 'made' : 'failed'}`)}
                </Tag>,
              ],
              result.fault === ''
                ? [
                    words('qr.provider_test.address'),
                    <CopyText key="address" value={result.address} shown={result.address} />,
                  ]
                : [words('qr.provider_test.fault'), result.fault],
              [
                words('qr.provider_test.took'),
                words('qr.provider_test.milliseconds', { count: format.number(result.milliseconds) }),
              ],
            ]}
          />
        </div>
      )}
    </Drawer>
  );
}
