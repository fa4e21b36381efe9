import { Input, Select } from '@arco-design/web-react';
import {
  Cards,
  DataTable,
  EmptyState,
  PendingState,
  useCall,
  useFormat,
  useIsPhone,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { contributionsInquire } from '../calls.ts';
import styles from './plugins.module.css';
import { POLL_MS } from './use-plugins.ts';

/** Who contributes to each menu node, slot, event, service and kind of rule. */
export function ContributionList() {
  const words = useWords();
  const format = useFormat();
  const List = useIsPhone() ? Cards : DataTable;
  const [kind, setKind] = useState<string>();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useCall(contributionsInquire, {}, { refetchInterval: POLL_MS });
  if (!data) return <PendingState error={error} onRetry={refetch} lines={8} />;
  const kindText = (name: string) => words.first([`system.plugins.contribution.of.${name}`, name]);
  const kinds = [...new Set(data.content.map((one) => one.kind))].sort();
  const rows = data.content.filter(
    (one) =>
      (kind === undefined || one.kind === kind) &&
      `${one.point} ${one.plugin} ${one.name}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        <Select
          aria-label={words('system.plugins.contribution.kind')}
          placeholder={words('system.plugins.contribution.all_kinds')}
          allowClear
          options={kinds.map((name) => ({ value: name, label: kindText(name) }))}
          onChange={(name: string | undefined) => setKind(name)}
        />
        <Input
          aria-label={words('action.search')}
          placeholder={words('system.plugins.contribution.search')}
          allowClear
          value={search}
          onChange={setSearch}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState title={words('list.no_match')} />
      ) : (
        <List
          label={words('system.plugins.view.contributions')}
          rows={rows}
          rowKey={(one) => `${one.kind} ${one.point} ${one.plugin} ${one.name}`}
          columns={[
            {
              key: 'kind',
              title: words('system.plugins.contribution.kind'),
              render: (one) => kindText(one.kind),
            },
            {
              key: 'point',
              title: words('system.plugins.contribution.point'),
              render: (one) => (one.point === '' ? '–' : <code>{one.point}</code>),
            },
            {
              key: 'plugin',
              title: words('term.plugin'),
              render: (one) => <code>{one.plugin}</code>,
            },
            { key: 'name', title: words('system.plugins.contribution.name'), render: (one) => one.name },
            {
              key: 'order',
              title: words('system.plugins.contribution.order'),
              isRight: true,
              render: (one) => (one.order === null ? '' : format.number(one.order)),
            },
          ]}
        />
      )}
    </div>
  );
}
