import { OperationStatus } from '@waypost/contract';
import {
  Absent,
  type Fact,
  Facts,
  OperationProgress,
  Panel,
  RelativeTime,
  ScreenLink,
  Tag,
  useFormat,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { WATCH_TONES } from '../../domain_monitor/parts/tones.ts';
import type { TakeOverRow } from '../row.ts';
import styles from './hold.module.css';
import { By, Holder, worksAgain } from './TakeOverList.tsx';

/** What happened, when and by whom, how many codes, and how both domains are now. */
export function CourseTab({ row }: { row: TakeOverRow }) {
  return (
    <div className={styles.stack}>
      <Course row={row} />
      <Both row={row} />
    </div>
  );
}

function Course({ row }: { row: TakeOverRow }) {
  const words = useWords();
  const format = useFormat();
  const { state, reason, fault, begin_time, moved_time, works_time, back_time, back_account } = row;
  const isMoving = state === 'moving' || state === 'moving_back';
  const hasBegun = begin_time !== null;
  const hasGoneBack = back_time !== null || state === 'moving_back' || row.returned > 0;
  const label = (field: string) => words(`domain.take_over.${field}`);
  const facts: Fact[] = [
    [
      label('reason'),
      <span key="reason">
        {words(`domain.take_over.reason.${reason}`)}
        {fault === '' ? null : <p className={styles.quiet}>{words(`domain.watch.fault.${fault}`)}</p>}
      </span>,
    ],
    [label('create_time'), <RelativeTime key="failed" value={row.create_time} />],
    [label('holder'), <Holder key="holder" {...row} />],
    ...(hasBegun
      ? [
          [label('begun_account'), <By key="by" {...row} />] as const,
          [label('begin_time'), <RelativeTime key="begun" value={begin_time} />] as const,
          [label('codes'), format.number(row.codes)] as const,
        ]
      : []),
    ...(moved_time === null
      ? []
      : [[label('moved_time'), <RelativeTime key="moved" value={moved_time} />] as const]),
    ...(works_time === null || !worksAgain(row)
      ? []
      : [[label('works_time'), <RelativeTime key="works" value={works_time} />] as const]),
    ...(hasGoneBack
      ? [
          [label('back_account'), back_account === '' ? <Absent key="back-by" /> : back_account] as const,
          [label('returned'), format.number(row.returned)] as const,
        ]
      : []),
    ...(back_time === null
      ? []
      : [[label('back_time'), <RelativeTime key="back" value={back_time} />] as const]),
    ...(row.left > 0 && !isMoving ? [[label('left'), format.number(row.left)] as const] : []),
  ];
  return (
    <Panel title={words('domain.take_over.course.title')} text={words('domain.take_over.course.text')}>
      {isMoving ? <Progress row={row} /> : null}
      <Facts facts={facts} />
    </Panel>
  );
}

/** How far the codes are, as other long work tells it. */
function Progress({ row }: { row: TakeOverRow }) {
  const { state, codes, returned, total, shown, update_time } = row;
  return (
    <div className={styles.progress}>
      <OperationProgress
        operation={{
          status: OperationStatus.inProgress,
          error_code: null,
          left_out: null,
          name: shown,
          total,
          done: state === 'moving_back' ? returned : codes,
          start_time: update_time,
        }}
      />
    </div>
  );
}

function Both({ row }: { row: TakeOverRow }) {
  const words = useWords();
  const { shown, from_domain, from_state, to_shown, to_domain, to_state } = row;
  const facts: Fact[] = [
    [words('domain.take_over.shown'), <Side key="from" id={from_domain} name={shown} state={from_state} />],
    [
      words('domain.take_over.to_shown'),
      to_domain === '' ? (
        <Absent key="to" />
      ) : (
        <Side key="to" id={to_domain} name={to_shown} state={to_state} />
      ),
    ],
  ];
  return (
    <Panel title={words('domain.take_over.both.title')}>
      <Facts facts={facts} />
    </Panel>
  );
}

/** A domain with how it is, and the ways to it. */
function Side({
  id,
  name,
  state,
}: {
  id: string;
  name: string;
  state: TakeOverRow['from_state'];
}): ReactNode {
  const words = useWords();
  const may = usePermission();
  return (
    <span className={styles.side}>
      {may('domain.domain:read') ? <ScreenLink to={`domain_list?id=${id}`}>{name}</ScreenLink> : name}
      <Tag tone={WATCH_TONES.state[state]}>{words(`domain.watch.state.${state}`)}</Tag>
      {may('domain.watch:read_all') ? (
        <ScreenLink to={`admin_domain_monitor?id=${id}`}>{words('menu.domain_monitor')}</ScreenLink>
      ) : null}
    </span>
  );
}
