import { Alert } from '@arco-design/web-react';
import { IconPlayCircle } from '@arco-design/web-react/icon';
import type { ResultOf, RowOf } from '@waypost/contract';
import { Absent, joinSentences, ResourceList, useCall, useFormat, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../../parts/shield.module.css';
import { detectionConfigCall } from '../calls.ts';
import { providerResource } from '../resource.ts';
import { TestProvider } from './TestProvider.tsx';

type ProviderRow = RowOf<typeof providerResource>;
const TONES = {
  state: { on: 'good', off: 'neutral' },
  standing: { unchecked: 'neutral', trusted: 'good', lies: 'bad', failing: 'warning' },
} as const;
const SECTIONS = [
  { fields: ['name', 'state'] },
  { name: 'request', fields: ['endpoint', 'method', 'headers', 'body', 'key'] },
  { name: 'answer', fields: ['answer_path', 'normal_values', 'blocked_values'] },
  { name: 'limits', fields: ['timeout_seconds', 'per_minute', 'daily_quota', 'cost', 'daily_cap'] },
];

/** Providers with how they stand, each with a trial of it; what keeps checks from telling anything stands above. */
export function Providers() {
  const format = useFormat();
  const [tried, setTried] = useState<ProviderRow>();
  const { data, refetch } = useCall(detectionConfigCall, {});
  return (
    <div className={styles.stack}>
      {data === undefined ? null : <Standing config={data} />}
      <ResourceList
        resource={providerResource}
        title="wechat-shield.provider.title"
        tones={TONES}
        filters={['state', 'standing']}
        form={{ sections: SECTIONS }}
        onChanged={() => void refetch()}
        columns={[
          { field: 'name' },
          { field: 'state', width: 150, priority: 1 },
          {
            field: 'used_today',
            width: 150,
            align: 'right',
            priority: 3,
            render: ({ used_today }) => format.number(used_today),
          },
          {
            field: 'cost_today',
            width: 140,
            align: 'right',
            priority: 4,
            render: ({ cost, cost_today }) => (cost === '0' ? <Absent /> : cost_today),
          },
          { field: 'standing', width: 190, priority: 0 },
          { field: 'standing_time', isHidden: true },
          { field: 'endpoint', isHidden: true },
          { field: 'has_key', isHidden: true },
          { field: 'daily_quota', isHidden: true },
          { field: 'cost', isHidden: true },
          { field: 'daily_cap', isHidden: true },
        ]}
        rowActions={[
          {
            name: 'test',
            label: 'wechat-shield.provider.test',
            icon: <IconPlayCircle />,
            permission: 'wechat-shield.provider:test',
            run: setTried,
          },
        ]}
      />
      {tried ? (
        <TestProvider
          provider={tried}
          onClose={() => {
            setTried(undefined);
            void refetch();
          }}
        />
      ) : null}
    </div>
  );
}

/** What stands between checks and what they are for. */
function Standing({ config }: { config: ResultOf<typeof detectionConfigCall> }) {
  const words = useWords();
  const { quorum, canary, providers_on, providers_lying } = config;
  if (providers_on === 0) return <Alert type="info" content={words('wechat-shield.provider.none_on')} />;
  const able = providers_on - providers_lying;
  const faults = [
    providers_lying > 0 ? words('wechat-shield.provider.lies.some', { count: providers_lying }) : '',
    able < quorum ? words('wechat-shield.provider.too_few', { quorum, count: able }) : '',
  ].filter((text) => text !== '');
  return (
    <>
      {faults.length === 0 ? null : <Alert type="error" content={joinSentences(faults)} />}
      {canary === '' ? <Alert type="warning" content={words('wechat-shield.provider.no_canary')} /> : null}
    </>
  );
}
