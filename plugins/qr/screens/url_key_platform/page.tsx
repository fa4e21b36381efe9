import { IconPlayCircle } from '@arco-design/web-react/icon';
import type { Page as ListPage, RowOf } from '@waypost/contract';
import { ResourceList, useClient, useFormat, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { providerListCall } from './calls.ts';
import { TestProvider } from './parts/TestProvider.tsx';
import { urlKeyPlatform } from './resource.ts';

type ProviderRow = RowOf<typeof urlKeyPlatform>;
const TONES = { state: { on: 'good', off: 'neutral' } } as const;

/** Those who make short addresses, each with a trial of it. */
export function Page() {
  const words = useWords();
  const client = useClient();
  const format = useFormat();
  const [tried, setTried] = useState<ProviderRow>();
  return (
    <>
      <ResourceList
        resource={urlKeyPlatform}
        title="menu.url_key_platform"
        tones={TONES}
        exports={{ call: providerListCall }}
        load={async (query, signal) =>
          (await client.call(providerListCall, providerListCall.body.parse(query), {
            signal,
          })) as unknown as ListPage<ProviderRow>
        }
        isFixed={isFixed}
        columns={[
          {
            field: 'name',
            render: (row) => (row.is_fixed ? words('qr.url_key_platform.none') : row.name),
          },
          {
            field: 'generation_type',
            width: 360,
            align: 'left',
            priority: 2,
            render: (row) => words(`qr.url_key_platform.generation_type.${row.generation_type}`),
          },
          {
            field: 'kind',
            width: 150,
            priority: 1,
            render: (row) => words(`qr.url_key_platform.kind.${row.kind}`),
          },
          { field: 'state', width: 140 },
          {
            field: 'used_today',
            width: 150,
            align: 'right',
            priority: 3,
            render: ({ used_today, daily_quota }) =>
              daily_quota === 0
                ? format.number(used_today)
                : words('qr.url_key_platform.used_of', {
                    used: format.number(used_today),
                    quota: format.number(daily_quota),
                  }),
          },
          { field: 'endpoint', isHidden: true },
          { field: 'has_secret', isHidden: true },
          { field: 'daily_quota', isHidden: true },
        ]}
        rowActions={[
          {
            name: 'test',
            label: 'qr.provider_test.verb',
            icon: <IconPlayCircle />,
            permission: 'qr.url_key_platform:test',
            isVisible: (row) => !row.is_fixed,
            run: setTried,
          },
        ]}
      />
      {tried ? <TestProvider provider={tried} onClose={() => setTried(undefined)} /> : null}
    </>
  );
}

const isFixed = (row: ProviderRow): boolean => row.is_fixed;
