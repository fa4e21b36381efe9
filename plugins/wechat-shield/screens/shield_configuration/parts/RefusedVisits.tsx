import { RelativeTime, ResourceList, Tag, useClient, useLocale, useWords } from '@waypost/host-sdk';
import { refusedVisitsCall } from '../calls.ts';
import { refusedResource } from '../refused/resource.ts';
import { placeText } from './place-text.ts';

/** Milliseconds between looks at who was refused meanwhile. */
const LOOK_EVERY = 20_000;

/** Single visits that rules have refused, of codes whose log is open. */
export function RefusedVisits() {
  const words = useWords();
  const client = useClient();
  const locale = useLocale();
  return (
    <ResourceList
      resource={refusedResource}
      title="wechat-shield.refused.title"
      load={(query, signal) =>
        client.call(refusedVisitsCall, refusedVisitsCall.body.parse(query), { signal })
      }
      exports={{ call: refusedVisitsCall }}
      owners={false}
      form={false}
      refetchEvery={LOOK_EVERY}
      filters={['rule', 'link', 'time', 'location', 'system', 'ip']}
      columns={[
        { field: 'time', width: 150, render: ({ time }) => <RelativeTime value={time} /> },
        { field: 'link', priority: 0 },
        { field: 'rule', priority: 0 },
        {
          field: 'ip',
          width: 170,
          priority: 1,
          render: ({ ip, is_crawler }) => (
            <>
              {ip} {is_crawler ? <Tag>{words('wechat-shield.refused.crawler')}</Tag> : null}
            </>
          ),
        },
        { field: 'location', priority: 2, render: (visit) => placeText(visit, locale) },
        {
          field: 'system',
          priority: 3,
          render: ({ device, system }) => [device, system].filter((text) => text !== '').join(' · '),
        },
        { field: 'app', width: 120, priority: 4 },
        { field: 'country', isHidden: true },
        { field: 'isp', isHidden: true },
        { field: 'device', isHidden: true },
        { field: 'is_crawler', isHidden: true },
        { field: 'user_agent', isHidden: true },
      ]}
    />
  );
}
