import { IconSync } from '@arco-design/web-react/icon';
import { showAmount } from '@waypost/contract';
import {
  Button,
  notify,
  RelativeTime,
  ResourceList,
  useAction,
  useFormat,
  usePermission,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { CloseDayDrawer } from './CloseDayDrawer.tsx';
import { ClosingDetails } from './ClosingDetails.tsx';
import { closeDayCall } from './calls.ts';
import { type ClosingRow, closingResource } from './resource.ts';
import type { Figure } from './values.ts';

const CLOSING_TONES = { state: { balanced: 'good', different: 'bad' } } as const;
const FIGURES: readonly Figure[] = ['received', 'credited', 'unmatched', 'changes', 'paid_out'];

/** The closing of each day; a press on one opens its figures, and says of what does not add up where to look. */
export function ClosingList() {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const { reload } = useResource(closingResource);
  const { run } = useAction(closeDayCall);
  const [isClosing, setIsClosing] = useState(false);
  return (
    <>
      <ResourceList
        resource={closingResource}
        title="wallet.bill.tab.closing"
        words="wallet.closing"
        form={false}
        tones={CLOSING_TONES}
        filters={['state', 'day']}
        details={(row) => <ClosingDetails closing={row} />}
        toolbar={
          may('wallet.closing:close') ? (
            <Button onClick={() => setIsClosing(true)}>{words('wallet.closing.close')}</Button>
          ) : undefined
        }
        columns={[
          { field: 'day', width: 170, render: ({ day }) => format.day(day) },
          { field: 'state', width: 150 },
          ...FIGURES.map((field, index) => ({
            ...{ field, width: 140, align: 'right' as const, priority: index + 2 },
            render: (row: ClosingRow) => showAmount(row[field]),
          })),
          {
            field: 'checked_time',
            width: 150,
            priority: 1,
            render: ({ checked_time }) => <RelativeTime value={checked_time} />,
          },
          { field: 'checked_by', isHidden: true },
          { field: 'entries', isHidden: true },
        ]}
        rowActions={[
          {
            name: 'again',
            label: 'wallet.closing.again',
            icon: <IconSync />,
            permission: 'wallet.closing:close',
            run: async ({ day }, list) => {
              // A failure has been told by then.
              const found = await run({ day }).catch(() => undefined);
              if (found === undefined) return;
              if (found.state === 'balanced') notify.success(words('wallet.closing.done.balanced'));
              else notify.error(words('wallet.closing.done.different'));
              list.reload();
            },
          },
        ]}
      />
      {isClosing ? (
        <CloseDayDrawer onClose={() => setIsClosing(false)} onClosed={() => void reload()} />
      ) : null}
    </>
  );
}
