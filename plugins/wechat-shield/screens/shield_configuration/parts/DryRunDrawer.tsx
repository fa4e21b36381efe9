import { Alert } from '@arco-design/web-react';
import { field, type ResultOf } from '@waypost/contract';
import { CallForm, EmptyState, Tag, useFormat, useLocale, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { z } from 'zod';
import { REACHES } from '../../../rules/values.ts';
import { TRIED_DAYS, type TriedVisitRow, tryRulesCall } from '../calls.ts';
import { placeText } from './place-text.ts';
import styles from './shield.module.css';

type Tried = ResultOf<typeof tryRulesCall>;
type TriedRule = Tried['rules'][number];

const TONES = { allow: 'good', refuse: 'bad', lead: 'neutral' } as const;
const COMMON = {
  days: field(z.literal(TRIED_DAYS), { options: TRIED_DAYS, control: 'radio', default: TRIED_DAYS[1] }),
  has_off: field(z.boolean(), { default: true }),
};
const OF_OPERATORS = {
  applies_to: field(z.enum(REACHES), { options: REACHES, control: 'radio', default: 'own' }),
  ...COMMON,
};

/** Holds the rules against visits that are kept, and tells whom each would have stopped. */
export function DryRunDrawer({ isOperator, onClose }: { isOperator: boolean; onClose: () => void }) {
  const words = useWords();
  const [tried, setTried] = useState<Tried>();
  return (
    <CallForm
      call={tryRulesCall}
      name="wechat-shield.try"
      fields={isOperator ? OF_OPERATORS : COMMON}
      submit="wechat-shield.rule.try.submit"
      drawer={{ title: words('wechat-shield.rule.try.title'), width: 640 }}
      isQuestion
      extra={
        <div aria-live="polite">
          {tried === undefined ? (
            <p className={styles.note}>{words('wechat-shield.rule.try.text')}</p>
          ) : (
            <Answer tried={tried} />
          )}
        </div>
      }
      onCancel={onClose}
      onSent={setTried}
    />
  );
}

/** What the rules would have said, rule by rule. */
export function Answer({ tried }: { tried: Tried }) {
  const { first_time, has_more, last_time, refused, rules, visits } = tried;
  const words = useWords();
  const format = useFormat();
  if (visits === 0 || first_time === null || last_time === null)
    return (
      <EmptyState
        title={words('wechat-shield.rule.try.none')}
        text={words('wechat-shield.rule.try.none.text')}
      />
    );
  return (
    <div className={styles.part}>
      <Alert
        type={refused === visits ? 'error' : refused > 0 ? 'warning' : 'success'}
        content={words(refused === visits ? 'wechat-shield.rule.try.all' : 'wechat-shield.rule.try.some', {
          refused: format.number(refused),
          visits: format.number(visits),
          from: format.dateTime(first_time),
          to: format.dateTime(last_time),
        })}
      />
      {has_more ? (
        <p className={styles.note}>
          {words('wechat-shield.rule.try.more', { visits: format.number(visits) })}
        </p>
      ) : null}
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <OneRule key={rule.id} rule={rule} />
        ))}
      </ul>
    </div>
  );
}

function OneRule({ rule }: { rule: TriedRule }) {
  const words = useWords();
  const format = useFormat();
  return (
    <li className={styles.rule}>
      <div className={styles.head}>
        <strong>{rule.name}</strong>
        <span className={styles.head}>
          {rule.is_draft ? <Tag tone="info">{words('wechat-shield.rule.try.draft')}</Tag> : null}
          {rule.state === 'off' ? <Tag>{words('wechat-shield.rule.state.off')}</Tag> : null}
          <Tag tone={TONES[rule.does]}>{words(`wechat-shield.rule.does.${rule.does}`)}</Tag>
          {words('wechat-shield.rule.try.met', { visits: format.number(rule.visits) })}
        </span>
      </div>
      {rule.is_blind ? <p className={styles.note}>{words('wechat-shield.rule.try.blind')}</p> : null}
      {rule.unknown > 0 ? (
        <p className={styles.note}>
          {words('wechat-shield.rule.try.unknown', { count: format.number(rule.unknown) })}
        </p>
      ) : null}
      {rule.samples.length === 0 ? null : (
        <details>
          <summary>{words('wechat-shield.rule.try.samples', { count: rule.samples.length })}</summary>
          <ul className={styles.visits}>
            {rule.samples.map((visit) => (
              <OneVisit key={visit.id} visit={visit} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function OneVisit({ visit }: { visit: TriedVisitRow }) {
  const format = useFormat();
  const locale = useLocale();
  const { device, ip, system, time } = visit;
  return (
    <li className={styles.visit}>
      <span>{format.dateTime(time)}</span>
      <code>{ip}</code>
      <span>{[placeText(visit, locale), device, system].filter((text) => text !== '').join(' · ')}</span>
    </li>
  );
}
