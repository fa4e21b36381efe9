import { IconRefresh } from '@arco-design/web-react/icon';
import { Absent, RelativeTime, ResourceList } from '@waypost/host-sdk';
import { useWechatOff } from '../../../policy/WechatOff.tsx';
import { watchResource } from '../resource.ts';
import type { WatchRow } from '../row.ts';
import { NextLook } from './NextLook.tsx';
import { WATCH_TONES } from './tones.ts';
import { useCheck } from './use-check.ts';

/** Milliseconds between looks at what was found meanwhile. */
const LOOK_EVERY = 20_000;
const FILTERS = [
  'state',
  'dns',
  'http',
  'https',
  'certificate',
  'registration',
  'type',
  'is_platform',
] as const;

/** Watched domains, the worst first. Each leads to its page. */
export function WatchList({ screen }: { screen: 'domain_monitor' | 'admin_domain_monitor' }) {
  const { check } = useCheck();
  const wechatOff = useWechatOff('domain.watch');
  const isForEveryone = screen === 'admin_domain_monitor';
  return (
    <ResourceList
      resource={watchResource}
      title={`menu.${screen}`}
      tones={WATCH_TONES}
      owners={isForEveryone ? 'preset' : 'own'}
      form={false}
      rowTo={(row) => `${screen}?id=${row.id}`}
      refetchEvery={LOOK_EVERY}
      filters={FILTERS}
      rowActions={[
        {
          name: 'check',
          label: 'domain.watch.check.verb',
          icon: <IconRefresh />,
          permission: 'domain.watch:check',
          run: async (row, list) => {
            await check(row);
            list.reload();
          },
        },
      ]}
      columns={[
        { field: 'shown' },
        { field: 'owner_account', width: 150, priority: 2, isHidden: !isForEveryone, render: Owner },
        { field: 'state', width: 150, sort: 'rank' },
        { field: 'dns', width: 110, priority: 1 },
        { field: 'http', width: 110, priority: 2 },
        { field: 'https', width: 110, priority: 2 },
        { field: 'certificate', width: 120, priority: 3 },
        { field: 'registration', width: 120, priority: 4 },
        ...wechatOff,
        { field: 'checked_time', width: 150, priority: 5 },
        { field: 'next_check_time', isHidden: true, render: Next },
        { field: 'certificate_until', isHidden: true, render: CertificateEnd },
        { field: 'registration_until', isHidden: true, render: RegistrationEnd },
        { field: 'type', isHidden: true },
        { field: 'is_platform', isHidden: true },
        { field: 'name', isHidden: true },
      ]}
    />
  );
}

const Owner = ({ owner_account }: WatchRow) => (owner_account === '' ? <Absent /> : owner_account);
const Next = ({ next_check_time }: WatchRow) => <NextLook time={next_check_time} />;
const CertificateEnd = ({ certificate_until }: WatchRow) => (
  <RelativeTime value={certificate_until} mayLieAhead />
);
const RegistrationEnd = ({ registration_until }: WatchRow) => (
  <RelativeTime value={registration_until} mayLieAhead />
);
