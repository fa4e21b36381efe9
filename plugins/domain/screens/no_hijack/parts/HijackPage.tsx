import { Alert } from '@arco-design/web-react';
import { IconRefresh } from '@arco-design/web-react/icon';
import {
  Button,
  joinSentences,
  RelativeTime,
  ResourceList,
  ScreenLink,
  Tag,
  type ThingHandle,
  ThingPage,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { HIJACK_FACETS } from '../../../hijack/values.ts';
import { hijackCheckResource } from '../../hijack_check/resource.ts';
import { hijackResource } from '../resource.ts';
import type { HijackRow } from '../row.ts';
import { NowTab } from './NowTab.tsx';
import { HIJACK_TONES } from './tones.ts';
import { useCheck } from './use-check.ts';

/** Milliseconds between looks at what was found meanwhile. */
const LOOK_EVERY = 15_000;

/** The page of a checked domain: what is believed and expected, and every check of it. */
export function HijackPage() {
  return (
    <ThingPage
      resource={hijackResource}
      back={{ screen: 'no_hijack', label: 'menu.no_hijack' }}
      state={(row) => <State row={row} />}
      refetchEvery={() => LOOK_EVERY}
      facts={(row) => <Line row={row} />}
      actions={(row, page) => <Verbs row={row} page={page} />}
      notice={(row) => <Notice row={row} />}
      tabs={[
        {
          name: 'now',
          title: 'domain.hijack.tab.now',
          content: (row, page) => <NowTab row={row} page={page} />,
        },
        {
          name: 'history',
          title: 'domain.hijack.tab.history',
          permission: 'domain.hijack_check:read',
          content: (row) => <HistoryTab id={row.id} />,
        },
      ]}
    />
  );
}

function State({ row }: { row: HijackRow }) {
  const words = useWords();
  return <Tag tone={HIJACK_TONES.state[row.state]}>{words(`domain.hijack.state.${row.state}`)}</Tag>;
}

/** What tells it from others, in a line. */
function Line({ row: { name, shown, type, is_platform, holder_account } }: { row: HijackRow }) {
  const words = useWords();
  const parts = [
    name === shown ? '' : name,
    words(`domain.hijack.type.${type}`),
    is_platform ? words('domain.hijack.is_platform') : '',
    holder_account,
  ];
  return <span>{parts.filter((text) => text !== '').join(' · ')}</span>;
}

function Verbs({ row, page }: { row: HijackRow; page: ThingHandle }) {
  const words = useWords();
  const may = usePermission();
  const { check, isRunning } = useCheck();
  return (
    <>
      {may('domain.domain:read') ? (
        <ScreenLink to={`domain_list?id=${row.id}`}>{words('domain.hijack.open_domain')}</ScreenLink>
      ) : null}
      {may('domain.hijack:check') ? (
        <Button
          icon={<IconRefresh />}
          isBusy={isRunning}
          onClick={() => void check(row).then(() => page.reload())}
        >
          {words('domain.hijack.check.verb')}
        </Button>
      ) : null}
    </>
  );
}

/** What has to be known of it first: what is not as expected, and what to do. */
function Notice({ row }: { row: HijackRow }) {
  const words = useWords();
  if (row.state !== 'differs') return null;
  const why = HIJACK_FACETS.filter((facet) => row[facet] === 'bad').map((facet) => {
    const fault = row.facets[facet]?.known_fault ?? '';
    return fault === '' ? '' : words(`domain.hijack.fault.${fault}`);
  });
  return (
    <Alert
      type="error"
      content={joinSentences([words('domain.hijack.notice', { name: row.shown }), ...why])}
    />
  );
}

/** Every check of the domain, the last first; each leads to what everybody said. */
function HistoryTab({ id }: { id: string }) {
  const words = useWords();
  return (
    <ResourceList
      resource={hijackCheckResource}
      extraFilters={{ domain: id }}
      form={false}
      rowTo={(row) => `hijack_check?id=${row.id}`}
      tones={{ answers: HIJACK_TONES.answers, site: HIJACK_TONES.site }}
      filters={['answers', 'site', 'time']}
      columns={[
        { field: 'time', render: ({ time }) => <RelativeTime value={time} /> },
        { field: 'answers', width: 160 },
        { field: 'site', width: 160 },
        {
          field: 'account',
          width: 160,
          priority: 1,
          render: ({ account }) => account || words('domain.hijack_check.account.schedule'),
        },
        { field: 'ms', align: 'right', isHidden: true },
        { field: 'shown', isHidden: true },
      ]}
    />
  );
}
