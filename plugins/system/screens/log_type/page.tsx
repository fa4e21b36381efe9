import { RelativeTime, ResourceList } from '@waypost/host-sdk';
import { logType } from './resource.ts';

const TONES = { recorded: { always: 'neutral', yes: 'good', no: 'bad' } } as const;

/** What kinds of entries the log has; each leads to its entries. */
export function Page() {
  return (
    <ResourceList
      resource={logType}
      title="menu.log_type"
      form={false}
      tones={TONES}
      rowTo={({ id }) => `log?type=${encodeURIComponent(id)}`}
      columns={[
        'title',
        { field: 'last_time', render: ({ last_time }) => <RelativeTime value={last_time} /> },
        'recorded',
        'source',
        // The type as programs know it reads the same in every language.
        { field: 'type', render: ({ type }) => <span translate="no">{type}</span> },
      ]}
    />
  );
}
