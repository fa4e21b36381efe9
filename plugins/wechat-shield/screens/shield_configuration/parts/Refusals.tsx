import type { ResultOf, RowOf } from '@waypost/contract';
import {
  DataTable,
  EmptyState,
  Facts,
  PendingState,
  ReferenceTitle,
  RelativeTime,
  ScreenLink,
  useCall,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { refusalsCall } from '../calls.ts';
import { codeReference, type ruleResource } from '../resource.ts';
import { HoldsFor } from './HoldsFor.tsx';
import { NeverReached } from './NeverReached.tsx';
import { useRuleText } from './rule-text.ts';
import styles from './shield.module.css';

type Refused = ResultOf<typeof refusalsCall>;
/** Milliseconds between looks at what was refused meanwhile. */
const LOOK_EVERY = 10_000;

/** What a rule asks and does, and whom it has refused: by day and by code. */
export function Refusals({ rule }: { rule: RowOf<typeof ruleResource> }) {
  const words = useWords();
  const asksText = useRuleText();
  const { data, error, refetch } = useCall(refusalsCall, { id: rule.id }, { refetchInterval: LOOK_EVERY });
  const does = words(`wechat-shield.rule.does.${rule.does}`);
  return (
    <>
      <NeverReached rule={rule} />
      <Facts
        facts={[
          [words('wechat-shield.rule.kind'), asksText(rule)],
          [words('wechat-shield.rule.does'), rule.does === 'lead' ? `${does}: ${rule.target}` : does],
          ...(rule.does === 'refuse'
            ? [[words('wechat-shield.rule.page'), words(`wechat-shield.rule.page.${rule.page}`)] as const]
            : []),
          [words('wechat-shield.rule.applies_to'), <HoldsFor key="holds" rule={rule} />],
        ]}
      />
      {rule.does !== 'refuse' ? null : data === undefined ? (
        <PendingState error={error} onRetry={refetch} />
      ) : (
        <Told refused={data} rule={rule.id} />
      )}
    </>
  );
}

function Told({ refused, rule }: { refused: Refused; rule: string }) {
  const words = useWords();
  const format = useFormat();
  const { bots, codes, days, last_time, total } = refused;
  if (days.length === 0)
    return (
      <EmptyState
        title={words('wechat-shield.rule.refusals.none')}
        text={words('wechat-shield.rule.refusals.none.text')}
      />
    );
  return (
    <>
      <section className={styles.part}>
        <h3>{words('wechat-shield.rule.refusals.title')}</h3>
        <p className={styles.note}>{words('wechat-shield.rule.refusals.note')}</p>
        <ScreenLink to={`shield_configuration?tab=refused&rule=${rule}`}>
          {words('wechat-shield.rule.refusals.visits')}
        </ScreenLink>
        <Facts
          facts={[
            [words('wechat-shield.rule.refusal_number'), format.number(total)],
            [words('wechat-shield.rule.refusals.bots'), format.number(bots)],
            [
              words('wechat-shield.rule.refusals.last'),
              last_time === null ? '' : <RelativeTime key="last" value={last_time} />,
            ],
          ]}
        />
      </section>
      <section className={styles.part}>
        <h3>{words('wechat-shield.rule.refusals.days')}</h3>
        <DataTable
          label={words('wechat-shield.rule.refusals.days')}
          rowKey={({ day }) => String(day)}
          rows={days}
          columns={[
            {
              key: 'day',
              title: words('wechat-shield.rule.refusals.day'),
              render: ({ day }) => format.day(dayText(day)),
            },
            {
              key: 'visits',
              title: words('wechat-shield.rule.refusal_number'),
              isRight: true,
              render: ({ visits }) => format.number(visits),
            },
            {
              key: 'bots',
              title: words('wechat-shield.rule.refusals.bots'),
              isRight: true,
              render: (row) => format.number(row.bots),
            },
          ]}
        />
      </section>
      <section className={styles.part}>
        <h3>{words('wechat-shield.rule.refusals.codes')}</h3>
        <DataTable
          label={words('wechat-shield.rule.refusals.codes')}
          rowKey={({ code }) => code}
          rows={codes}
          columns={[
            {
              key: 'code',
              title: words('wechat-shield.rule.refusals.code'),
              render: ({ code }) => <ReferenceTitle reference={codeReference} ids={[code]} />,
            },
            {
              key: 'visits',
              title: words('wechat-shield.rule.refusal_number'),
              isRight: true,
              render: ({ visits }) => format.number(visits),
            },
          ]}
        />
      </section>
    </>
  );
}

/** 20261231 as `2026-12-31`. */
const dayText = (day: number): string => String(day).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
