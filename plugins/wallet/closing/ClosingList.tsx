import { IconSync } from '@arco-design/web-react/icon';
import { amountText } from '@waypost/contract';
import {
  Button,
  notify,
  RelativeTime,
  ResourceList,
  useAction,
  useFormat,
  usePermission,
  useResource,
  useTopic,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { CloseDayDrawer } from './CloseDayDrawer.tsx';
import { ClosingDetails } from './ClosingDetails.tsx';
import { closeDayCall } from './calls.ts';
import { type ClosingRow, closingResource } from './resource.ts';
import { CLOSING_TOPIC, type Figure, zClosingEvent } from './values.ts';

const CLOSING_TONES = { state: { balanced: 'good', different: 'bad' } } as const;
/** Milliseconds between looks while a day is being added up. */
const LOOK_EVERY = 10_000;
const FIGURES: readonly Figure[] = ['received', 'credited', 'unmatched', 'changes', 'paid_out'];

/** The closing of each day; a press on one opens its figures, and says of what does not add up where to look. */
export function ClosingList() {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const { reload } = useResource(closingResource);
  const { run } = useAction(closeDayCall);
  const track = useTrackOperation();
  const [isClosing, setIsClosing] = useState(false);
  /** Days are being added up that were asked for here. */
  const [isWaiting, setIsWaiting] = useState(false);
  const started = (operation: string) => {
    track(operation);
    setIsWaiting(true);
    notify.success(words('wallet.closing.started'));
  };
  const mayClose = may('wallet.closing:close');
  useTopic(mayClose ? CLOSING_TOPIC : undefined, (data) => {
    const { state } = zClosingEvent.parse(data);
    void reload();
    if (!isWaiting) return;
    if (state === 'balanced') notify.success(words('wallet.closing.done.balanced'));
    else notify.error(words('wallet.closing.done.different'));
  });
  return (
    <>
      <ResourceList
        resource={closingResource}
        title="wallet.bill.tab.closing"
        words="wallet.closing"
        form={false}
        tones={CLOSING_TONES}
        filters={['state', 'day']}
        // Where the live channel tells nothing.
        {...(isWaiting ? { refetchEvery: LOOK_EVERY } : {})}
        details={(row) => <ClosingDetails closing={row} />}
        toolbar={
          mayClose ? (
            <Button onClick={() => setIsClosing(true)}>{words('wallet.closing.close')}</Button>
          ) : undefined
        }
        columns={[
          { field: 'day', width: 170, render: ({ day }) => format.day(day) },
          { field: 'state', width: 150 },
          ...FIGURES.map((field, index) => ({
            field,
            width: 140,
            align: 'right' as const,
            priority: index + 2,
            render: (row: ClosingRow) => amountText(row[field]),
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
            run: async ({ day }) => {
              // A failure has been told by then.
              const answer = await run({ day }).catch(() => undefined);
              if (answer !== undefined) started(answer.id);
            },
          },
        ]}
      />
      {isClosing ? <CloseDayDrawer onClose={() => setIsClosing(false)} onStarted={started} /> : null}
    </>
  );
}
