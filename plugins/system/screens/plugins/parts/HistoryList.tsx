import { Alert } from '@arco-design/web-react';
import type { PluginHistoryKind } from '@waypost/contract/platform';
import { PagedContent, RelativeTime, Skeleton, useCall, usePaging, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { historyInquire, historyVerify } from '../calls.ts';
import styles from './plugins.module.css';
import { POLL_MS } from './use-plugins.ts';

const KINDS = ['life', 'changes'] as const;

/** The chained logs, newest first, and whether they are as they were written. Without `id`: of all plugins. */
export function HistoryList({ id }: { id?: string }) {
  const words = useWords();
  const [kind, setKind] = useState<PluginHistoryKind>('life');
  const paging = usePaging();
  const query = useCall(
    historyInquire,
    { kind, ...paging.query, ...(id === undefined ? {} : { id }) },
    { refetchInterval: POLL_MS },
  );
  return (
    <div className={styles.stack}>
      <Verdict kind={kind} />
      <fieldset className={styles.choice} aria-label={words('system.plugins.history.kind')}>
        {KINDS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === kind}
            onClick={() => {
              setKind(one);
              paging.toFirst();
            }}
          >
            {words(`system.plugins.history.${one}`)}
          </button>
        ))}
      </fieldset>
      <PagedContent query={query} paging={paging} empty={{ title: words('system.plugins.history.empty') }}>
        {(entries) => (
          <ol className={styles.rows}>
            {entries.map((entry) => (
              <li key={entry.seq}>
                <div>
                  <strong>
                    {words.first([`system.plugins.done.${entry.type.replace(/^plugin\./, '')}`, entry.type])}
                  </strong>{' '}
                  {id === undefined ? <code>{entry.plugin}</code> : null}{' '}
                  {entry.target === null ? null : <code>{entry.target}</code>}
                  <p className={styles.note}>
                    {entry.account ?? words('system.plugins.history.platform')}
                    {entry.ip === null ? null : ` · ${entry.ip}`} · <RelativeTime value={entry.time} />
                  </p>
                  {entry.before === null && entry.after === null ? null : (
                    <details>
                      <summary>{words('system.plugins.history.what')}</summary>
                      {entry.before === null ? null : <pre>{`− ${entry.before}`}</pre>}
                      {entry.after === null ? null : <pre>{`+ ${entry.after}`}</pre>}
                    </details>
                  )}
                </div>
                <span className={styles.seq}>{`#${entry.seq}`}</span>
              </li>
            ))}
          </ol>
        )}
      </PagedContent>
    </div>
  );
}

function Verdict({ kind }: { kind: PluginHistoryKind }) {
  const words = useWords();
  const { data } = useCall(historyVerify, {});
  const verdict = data?.content.find((one) => one.kind === kind);
  if (verdict === undefined) return <Skeleton lines={1} height={38} />;
  return verdict.is_intact ? (
    <Alert type="success" content={words('system.plugins.history.intact', { count: verdict.entries })} />
  ) : (
    <Alert
      type="error"
      content={words('system.plugins.history.broken', { figure: verdict.broken_at ?? 0 })}
    />
  );
}
