import { Button, ResourceList, useFormat, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { forwardResource } from '../resource.ts';
import { TryDrawer } from './TryDrawer.tsx';

const TONES = { force: { on: 'good', off: 'neutral', away: 'bad', paused: 'warning' } } as const;
const RULE = ['path', 'target', 'status', 'state'];
const MORE = { name: 'more', fields: ['keep_path', 'keep_query', 'position'], isMore: true };
/** Milliseconds between looks at how many visitors were led on meanwhile. */
const LOOK_EVERY = 30_000;

/**
 * The rules by which paths lead on, and a way to try one.
 * @param domain id of the domain whose rules they are; undefined: all
 */
export function ForwardList({ domain }: { domain?: string }) {
  const words = useWords();
  const format = useFormat();
  const [isTrying, setTrying] = useState(false);
  return (
    <>
      <ResourceList
        resource={forwardResource}
        title="menu.forward"
        tones={TONES}
        {...(domain === undefined ? {} : { extraFilters: { domain } })}
        filters={domain === undefined ? ['state', 'domain', 'status'] : ['state', 'status']}
        refetchEvery={LOOK_EVERY}
        form={{
          ...(domain === undefined ? {} : { initial: { domain } }),
          sections: [{ fields: domain === undefined ? ['domain', ...RULE] : RULE }, MORE],
        }}
        toolbar={({ isEmpty }) =>
          isEmpty ? null : <Button onClick={() => setTrying(true)}>{words('domain.forward.try.verb')}</Button>
        }
        columns={[
          { field: 'path', render: ({ path }) => <code>{path}</code> },
          { field: 'target', priority: 1 },
          { field: 'domain', width: 200, priority: 2, isHidden: domain !== undefined },
          { field: 'force', width: 150 },
          { field: 'status', width: 90, priority: 3, render: ({ status }) => status },
          {
            field: 'hit_number',
            width: 110,
            align: 'right',
            priority: 2,
            render: ({ hit_number }) => format.number(hit_number),
          },
          { field: 'position', width: 90, align: 'right', priority: 4 },
          { field: 'update_time', width: 164, priority: 5 },
          { field: 'keep_path', isHidden: true },
          { field: 'keep_query', isHidden: true },
        ]}
      />
      {isTrying ? (
        <TryDrawer {...(domain === undefined ? {} : { domain })} onClose={() => setTrying(false)} />
      ) : null}
    </>
  );
}
