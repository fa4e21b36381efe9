import {
  Button,
  type Fact,
  Facts,
  Panel,
  PendingState,
  ScreenLink,
  TableOrCards,
  useCall,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { logDetails } from './calls.ts';
import type { ChangedField } from './entry-words.ts';
import styles from './log.module.css';

/** One entry: what happened, and what was before and after, side by side. */
export function EntryDetails({ id }: { id: string }) {
  const words = useWords();
  const format = useFormat();
  const { data, error, refetch } = useCall(logDetails, { id });
  if (!data) return <PendingState error={error} onRetry={refetch} lines={8} />;
  const label = (field: string) => words(`system.log.${field}`);
  const link = (to: string, text: string) => <ScreenLink to={to}>{text}</ScreenLink>;
  const known: (Fact | undefined)[] = [
    [label('content'), data.content],
    [label('time'), format.exact(data.time ?? '')],
    [label('user'), data.user_id === '' ? data.user : link(`log?person=${data.user_id}`, data.user)],
    data.acted_as ? [label('acted_as'), link(`log?acting_for=${data.acting_for}`, data.acted_as)] : undefined,
    [label('user_id'), data.user_id || '-'],
    [label('type'), link(`log?type=${data.type}`, data.type ?? '')],
    [label('source'), data.source],
    [label('ip'), data.ip ? link(`log?ip=${encodeURIComponent(data.ip)}`, data.ip) : '-'],
    [label('server_ip'), data.server_ip || '-'],
    [label('user_agent'), data.user_agent || '-'],
    [
      label('target'),
      data.target && data.target.length <= 200
        ? link(`log?target=${encodeURIComponent(data.target)}`, data.target)
        : data.target || '-',
    ],
    [label('request_id'), data.request_id || '-'],
    [label('number'), format.number(data.number ?? 0)],
  ];
  return (
    <div className={styles.stack}>
      <Changes changes={data.changes} />
      <Facts facts={known.filter((fact) => fact !== undefined)} />
    </div>
  );
}

/** What changed; all else that the entry has at the press of a button. */
function Changes({ changes }: { changes: readonly ChangedField[] }) {
  const words = useWords();
  const [showsAll, setShowsAll] = useState(false);
  if (changes.length === 0) return null;
  const changed = changes.filter(({ is_changed }) => is_changed);
  const rest = changes.length - changed.length;
  const side = (text: string | null) =>
    text === null ? <span className={styles.none}>-</span> : <span className={styles.value}>{text}</span>;
  return (
    <Panel title={words('system.log.changes')}>
      <TableOrCards<ChangedField>
        label={words('system.log.changes')}
        rows={showsAll ? changes : changed}
        rowKey={({ field }) => field}
        columns={[
          { key: 'field', title: words('system.log.field'), render: (one) => one.label, priority: 0 },
          {
            key: 'before',
            title: words('system.log.before'),
            render: (one) => side(one.before),
            priority: 0,
          },
          { key: 'after', title: words('system.log.after'), render: (one) => side(one.after), priority: 0 },
        ]}
      />
      {rest > 0 && !showsAll ? (
        <Button kind="text" onClick={() => setShowsAll(true)}>
          {words('system.log.unchanged', { count: rest })}
        </Button>
      ) : null}
    </Panel>
  );
}
