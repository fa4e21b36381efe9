import { field, type ResultOf, type RowOf } from '@waypost/contract';
import { CallForm, Drawer, Facts, Tag, useFormat, useResource, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { StatusTag } from '../../../parts/StatusTag.tsx';
import styles from '../../../parts/shield.module.css';
import { testProviderCall } from '../calls.ts';
import { providerResource } from '../resource.ts';

const FIELDS = {
  address: field(testProviderCall.body.shape.address, { control: 'text', autoComplete: 'off' }),
};
const STANDING_TONES = { unchecked: 'neutral', trusted: 'good', lies: 'bad', failing: 'warning' } as const;

interface TestProviderProps {
  provider: RowOf<typeof providerResource>;
  onClose: () => void;
}

/** Asks one provider about one address; what came of it stands under the form. */
export function TestProvider({ provider, onClose }: TestProviderProps) {
  const words = useWords();
  const { reload } = useResource(providerResource);
  const [result, setResult] = useState<ResultOf<typeof testProviderCall>>();
  return (
    <Drawer title={words('wechat-shield.test.title', { name: provider.name })} isOpen onClose={onClose}>
      <CallForm
        call={testProviderCall}
        name="wechat-shield.test"
        fields={FIELDS}
        submit="wechat-shield.test.verb"
        about={provider.id}
        isQuestion
        toBody={(values) => ({ ...values, id: provider.id })}
        onSent={(answer) => {
          setResult(answer);
          void reload();
        }}
      />
      {result === undefined ? null : <Outcome result={result} />}
    </Drawer>
  );
}

function Outcome({ result: { sent, vote, standing } }: { result: ResultOf<typeof testProviderCall> }) {
  const words = useWords();
  const format = useFormat();
  const { status, fault, raw, ms } = vote;
  return (
    <div role="status" className={styles.result}>
      <Facts
        facts={[
          [words('wechat-shield.test.status'), <StatusTag key="status" status={status} />],
          ...(fault === ''
            ? []
            : ([[words('wechat-shield.test.fault'), words(`wechat-shield.vote.fault.${fault}`)]] as const)),
          ...(standing === null
            ? []
            : ([
                [
                  words('wechat-shield.test.standing'),
                  <Tag key="standing" tone={STANDING_TONES[standing]}>
                    {words(`wechat-shield.provider.standing.${standing}`)}
                  </Tag>,
                ],
              ] as const)),
          [
            words('wechat-shield.test.took'),
            words('wechat-shield.test.milliseconds', { count: format.number(ms) }),
          ],
          [
            words('wechat-shield.test.sent'),
            <pre key="sent" className={styles.raw}>
              {sent}
            </pre>,
          ],
          ...(raw === ''
            ? []
            : ([
                [
                  words('wechat-shield.test.raw'),
                  <pre key="raw" className={styles.raw}>
                    {raw}
                  </pre>,
                ],
              ] as const)),
        ]}
      />
    </div>
  );
}
