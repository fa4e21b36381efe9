import { Button, CopyText, Drawer, ResourceList, Tag, useFormat, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { apiKey } from '../../../api-keys/resource.ts';
import { ScopesControl } from './ScopesControl.tsx';
import { useScopes } from './use-scopes.ts';

const CONTROLS = { scopes: ScopesControl };

/** Keys for programs: made, shown once, taken back. */
export function KeysTab() {
  const words = useWords();
  const format = useFormat();
  const { titleOf } = useScopes();
  const [made, setMade] = useState<string>();
  return (
    <>
      <ResourceList
        resource={apiKey}
        call="user_inquire"
        owners={false}
        title="system.api_key.title"
        columns={[
          'name',
          { field: 'prefix', render: ({ prefix }) => `${prefix}…` },
          {
            field: 'scopes',
            render: ({ scopes }) =>
              scopes === null ? words('system.api_key.everything') : scopes.map(titleOf).join(', '),
          },
          'last_time',
          {
            field: 'expires_at',
            render: ({ expires_at }) =>
              expires_at === null ? words('system.api_key.no_end') : format.dateTime(expires_at),
          },
          {
            field: 'revoke_time',
            render: ({ revoke_time }) => (
              <Tag tone={revoke_time === null ? 'good' : 'neutral'}>
                {words(revoke_time === null ? 'system.api_key.living' : 'system.api_key.ended')}
              </Tag>
            ),
          },
        ]}
        form={{
          controls: CONTROLS,
          onSaved: ({ key }) => setMade(typeof key === 'string' ? key : undefined),
        }}
      />
      {made === undefined ? null : (
        <Drawer
          title={words('system.api_key.made.title')}
          isOpen
          onClose={() => setMade(undefined)}
          width={480}
          footer={
            <Button kind="primary" onClick={() => setMade(undefined)}>
              {words('system.api_key.made.close')}
            </Button>
          }
        >
          <p>{words('system.api_key.made.text')}</p>
          <CopyText value={made} ellipsis="middle" />
        </Drawer>
      )}
    </>
  );
}
