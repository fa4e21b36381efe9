import { Absent, ResourceList, useWords } from '@waypost/host-sdk';
import type { TakeOverRow } from '../row.ts';
import { takeOverResource } from '../take-over.ts';
import { TAKE_OVER_TONES } from './tones.ts';

/** Milliseconds between looks at what has become of them. */
const LOOK_EVERY = 10_000;

/** What spares took over, or could have, the last first. Each leads to its page. */
export function TakeOverList() {
  return (
    <ResourceList
      resource={takeOverResource}
      title="domain.reserve.tab.take_overs"
      form={false}
      tones={TAKE_OVER_TONES}
      rowTo={({ id }) => `hold_domain?id=${id}`}
      refetchEvery={LOOK_EVERY}
      filters={['state', 'reason', 'type']}
      columns={[
        { field: 'shown' },
        { field: 'to_shown', width: 190, priority: 2, render: To },
        { field: 'state', width: 180 },
        { field: 'reason', width: 140, priority: 3 },
        { field: 'codes', width: 110, align: 'right', priority: 4 },
        { field: 'begun_account', width: 140, priority: 5, render: By },
        { field: 'create_time', title: 'domain.take_over.create_time', width: 150, priority: 1 },
        { field: 'back_time', width: 150, priority: 6 },
        { field: 'holder_account', isHidden: true, render: Holder },
        { field: 'begin_time', isHidden: true },
        { field: 'moved_time', isHidden: true },
        { field: 'returned', isHidden: true, align: 'right' },
        { field: 'type', isHidden: true },
        { field: 'name', isHidden: true },
        { field: 'to_name', isHidden: true },
        { field: 'is_open', isHidden: true },
      ]}
    />
  );
}

const To = ({ to_shown }: TakeOverRow) => (to_shown === '' ? <Absent /> : to_shown);

/** Whether the domain was seen working after it had been left: one that was left while it worked does not work *again*. */
export const worksAgain = ({ works_time, begin_time }: TakeOverRow): boolean =>
  works_time !== null && (begin_time === null || works_time > begin_time);

/** Who began it; nobody did where it did by itself. */
export function By({ begun_account, begin_time }: TakeOverRow) {
  const words = useWords();
  if (begin_time === null) return <Absent />;
  return begun_account === '' ? words('domain.take_over.itself') : begun_account;
}

/** Whose codes it is about. */
export function Holder({ holder_account }: TakeOverRow) {
  const words = useWords();
  return holder_account === '' ? words('domain.take_over.everyone') : holder_account;
}
