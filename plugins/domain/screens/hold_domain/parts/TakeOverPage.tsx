import { Alert } from '@arco-design/web-react';
import { Tag, ThingPage, useFormat, useWords } from '@waypost/host-sdk';
import type { TakeOverRow } from '../row.ts';
import { takeOverResource } from '../take-over.ts';
import { CourseTab } from './CourseTab.tsx';
import { worksAgain } from './TakeOverList.tsx';
import { TakeOverVerbs } from './TakeOverVerbs.tsx';
import { TAKE_OVER_TONES } from './tones.ts';

/** Milliseconds between looks: while codes move, and while something could change. */
const MOVING_EVERY = 2_000;
const LOOK_EVERY = 10_000;

/** The page of a take-over: what moved, from where to where, why, and what can be done now. */
export function TakeOverPage() {
  return (
    <ThingPage
      resource={takeOverResource}
      back={{ screen: 'hold_domain?list=take_overs', label: 'domain.reserve.tab.take_overs' }}
      state={(row) => <State row={row} />}
      refetchEvery={({ state, is_open }) =>
        state === 'moving' || state === 'moving_back' ? MOVING_EVERY : is_open && LOOK_EVERY
      }
      facts={(row) => <Line row={row} />}
      actions={(row, page) => <TakeOverVerbs row={row} page={page} />}
      notice={(row) => <Notice row={row} />}
      tabs={[
        {
          name: 'course',
          title: 'domain.take_over.tab.course',
          content: (row) => <CourseTab row={row} />,
        },
      ]}
    />
  );
}

function State({ row: { state } }: { row: TakeOverRow }) {
  const words = useWords();
  return <Tag tone={TAKE_OVER_TONES.state[state]}>{words(`domain.take_over.state.${state}`)}</Tag>;
}

/** What tells it from others, in a line. */
function Line({ row: { to_shown, reason, type } }: { row: TakeOverRow }) {
  const words = useWords();
  const parts = [
    to_shown === '' ? '' : `→ ${to_shown}`,
    words(`domain.take_over.type.${type}`),
    words(`domain.take_over.reason.${reason}`),
  ];
  return <span>{parts.filter((text) => text !== '').join(' · ')}</span>;
}

/** What has to be known of it first. */
function Notice({ row }: { row: TakeOverRow }) {
  const words = useWords();
  const format = useFormat();
  const { hint, left, state, works_time, shown: name } = row;
  if (hint !== '')
    return (
      <Alert
        type={hint === 'no_spare' ? 'error' : 'warning'}
        content={words(`domain.take_over.hint.${hint}`, { count: left })}
      />
    );
  const isServed = state === 'moved' || state === 'stopped';
  if (row.is_open && isServed && works_time !== null && worksAgain(row))
    return (
      <Alert
        type="success"
        content={words('domain.take_over.works_again', { name, time: format.exact(works_time) })}
      />
    );
  return null;
}
