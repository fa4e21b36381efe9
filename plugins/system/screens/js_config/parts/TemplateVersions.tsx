import {
  Button,
  PagedTable,
  RelativeTime,
  Tag,
  useCall,
  useFormat,
  usePaging,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { type TemplateVersion, type TemplateView, templateVersions } from '../calls.ts';
import { usePutInForce } from './use-put-in-force.ts';
import { VersionDrawer } from './VersionDrawer.tsx';

/** What was in force for a jump type, who saved it and when, and a way back to each. */
export function TemplateVersions({ page }: { page: TemplateView }) {
  const words = useWords();
  const format = useFormat();
  const paging = usePaging();
  const { jump_type } = page;
  const query = useCall(templateVersions, { jump_type, ...paging.query });
  const { isRunning, restore } = usePutInForce(page);
  const [looked, setLooked] = useState<number>();
  const title = (name: string) => words(`system.js_config.versions.${name}`);
  const named = (number: number) => words('system.js_config.version', { number });
  return (
    <>
      <PagedTable<TemplateVersion>
        query={query}
        paging={paging}
        empty={{ title: title('none'), text: title('none_text') }}
        label={words('system.js_config.tab.versions')}
        rowKey={({ version }) => String(version)}
        columns={[
          {
            key: 'version',
            title: title('version'),
            render: ({ version, restores, is_current, is_built_in }) => (
              <>
                {is_built_in ? (
                  named(version)
                ) : (
                  <Button kind="text" size="small" isAtEdge onClick={() => setLooked(version)}>
                    {named(version)}
                  </Button>
                )}{' '}
                {is_current ? <Tag tone="good">{title('current')}</Tag> : null}
                {restores === null ? null : <Tag>{words('system.js_config.as', { number: restores })}</Tag>}
                {is_built_in ? <Tag>{title('built_in')}</Tag> : null}
              </>
            ),
          },
          { key: 'note', title: title('note'), render: ({ note }) => note || '–', priority: 3 },
          {
            key: 'size',
            title: title('size'),
            isRight: true,
            render: ({ size }) => (size === 0 ? '–' : format.bytes(size)),
            priority: 4,
          },
          { key: 'account', title: title('by'), render: ({ account }) => account, priority: 2 },
          {
            key: 'time',
            title: title('time'),
            render: ({ time }) => (time === null ? '–' : <RelativeTime value={time} />),
            priority: 1,
          },
        ]}
        actions={({ version, is_current }) =>
          is_current ? null : (
            <Button size="small" isDisabled={isRunning} onClick={() => void restore(version)}>
              {words('system.js_config.restore')}
              <span className="wp-visually-hidden"> {named(version)}</span>
            </Button>
          )
        }
      />
      {looked === undefined ? null : (
        <VersionDrawer jumpType={jump_type} version={looked} onClose={() => setLooked(undefined)} />
      )}
    </>
  );
}
