import { Alert } from '@arco-design/web-react';
import { IconRefresh } from '@arco-design/web-react/icon';
import {
  Button,
  ScreenLink,
  Tag,
  type ThingHandle,
  ThingPage,
  useFormat,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { watchResource } from '../resource.ts';
import type { WatchRow } from '../row.ts';
import { HistoryTab } from './HistoryTab.tsx';
import { NowTab } from './NowTab.tsx';
import { WATCH_TONES } from './tones.ts';
import { useCheck } from './use-check.ts';

/** Milliseconds between looks at what was found meanwhile. */
const LOOK_EVERY = 15_000;

/** The page of a watched domain: how each facet is and since when, and how it was day by day. */
export function WatchPage({ screen }: { screen: 'domain_monitor' | 'admin_domain_monitor' }) {
  return (
    <ThingPage
      resource={watchResource}
      back={{ screen, label: `menu.${screen}` }}
      state={(watch) => <State watch={watch} />}
      refetchEvery={() => LOOK_EVERY}
      facts={(watch) => <Line watch={watch} />}
      actions={(watch, page) => <Verbs watch={watch} page={page} />}
      notice={(watch) => <Notice watch={watch} />}
      tabs={[
        { name: 'now', title: 'domain.watch.tab.now', content: (watch) => <NowTab watch={watch} /> },
        {
          name: 'history',
          title: 'domain.watch.tab.history',
          content: (watch) => <HistoryTab id={watch.id} />,
        },
      ]}
    />
  );
}

function State({ watch }: { watch: WatchRow }) {
  const words = useWords();
  return <Tag tone={WATCH_TONES.state[watch.state]}>{words(`domain.watch.state.${watch.state}`)}</Tag>;
}

/** What tells it from others, in a line. */
function Line({ watch }: { watch: WatchRow }) {
  const words = useWords();
  const may = usePermission();
  const { name, shown, type, is_platform, owner_account } = watch;
  const parts = [
    name === shown ? '' : name,
    words(`domain.watch.type.${type}`),
    is_platform ? words('domain.watch.is_platform') : '',
    // Whoever sees their own alone knows whose it is.
    may('domain.watch:read_all') ? owner_account : '',
  ];
  return <span>{parts.filter((text) => text !== '').join(' · ')}</span>;
}

function Verbs({ watch, page }: { watch: WatchRow; page: ThingHandle }) {
  const words = useWords();
  const may = usePermission();
  const { check, isRunning } = useCheck();
  return (
    <>
      {may('domain.domain:read') ? (
        <ScreenLink to={`domain_list?id=${watch.id}`}>{words('domain.watch.open_domain')}</ScreenLink>
      ) : null}
      {may('domain.watch:check') ? (
        <Button
          icon={<IconRefresh />}
          isBusy={isRunning}
          onClick={() => void check(watch).then(() => page.reload())}
        >
          {words('domain.watch.check.verb')}
        </Button>
      ) : null}
    </>
  );
}

/** What has to be known of it first: why it does not work, and what to do. */
function Notice({ watch }: { watch: WatchRow }) {
  const words = useWords();
  const format = useFormat();
  const { cause, cause_time, facets, shown: name } = watch;
  if (cause === '') return null;
  const fault = facets[cause]?.known_fault ?? '';
  const since = words('domain.watch.failing.text', { name, time: format.exact(cause_time ?? '') });
  const why = fault === '' ? '' : words(`domain.watch.fault.${fault}`);
  return <Alert type="error" content={`${since} ${why}`} />;
}
