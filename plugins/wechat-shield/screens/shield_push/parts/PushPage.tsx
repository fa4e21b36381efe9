import { Alert } from '@arco-design/web-react';
import {
  Button,
  notify,
  RelativeTime,
  ScreenLink,
  Tag,
  type ThingHandle,
  ThingPage,
  useAction,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { resendCall } from '../calls.ts';
import { pushResource } from '../resource.ts';
import type { PushRow } from '../row.ts';
import { Notices } from './Notices.tsx';
import { NowTab } from './NowTab.tsx';
import { PUSH_TONES } from './tones.ts';

/** Milliseconds between looks at what has happened meanwhile. */
const LOOK_EVERY = 5_000;
/** States of a take-over in which codes stand on the spare. */
const SERVED: readonly string[] = ['moved', 'stopped'];

/** The page of one block: its codes, the replacement that a person decides about, and who was told. */
export function PushPage() {
  return (
    <ThingPage
      resource={pushResource}
      back={{ screen: 'shield_push', label: 'menu.shield_push' }}
      state={(row) => <State row={row} />}
      refetchEvery={({ state }) => (state === 'open' ? LOOK_EVERY : false)}
      facts={(row) => <Line row={row} />}
      actions={(row, page) => <Verbs row={row} page={page} />}
      notice={(row) => <Notice row={row} />}
      tabs={[
        {
          name: 'now',
          title: 'wechat-shield.push.tab.now',
          content: (row, page) => <NowTab row={row} page={page} />,
        },
        {
          name: 'notices',
          title: 'wechat-shield.push.tab.notices',
          content: (row) => <Notices row={row} />,
        },
      ]}
    />
  );
}

function State({ row: { state } }: { row: PushRow }) {
  const words = useWords();
  return <Tag tone={PUSH_TONES.state[state]}>{words(`wechat-shield.push.state.${state}`)}</Tag>;
}

/** What tells it from others, in a line. */
function Line({ row: { name, shown, holder_account, blocked_time } }: { row: PushRow }) {
  const parts = [name === shown ? '' : name, holder_account].filter((text) => text !== '');
  return (
    <span>
      {parts.map((text) => `${text} · `)}
      <RelativeTime value={blocked_time} />
    </span>
  );
}

function Verbs({ row, page }: { row: PushRow; page: ThingHandle }) {
  const words = useWords();
  const may = usePermission();
  const { run, isRunning } = useAction(resendCall);
  const resend = async () => {
    // A failure has been told by then.
    const isDone = await run({ id: row.id }).then(
      () => true,
      () => false,
    );
    if (isDone) notify.success(words('wechat-shield.push.resend.done'));
    page.reload();
  };
  return (
    <>
      {may('domain.domain:read') ? (
        <ScreenLink to={`domain_list?id=${row.domain}`}>{words('wechat-shield.push.domain')}</ScreenLink>
      ) : null}
      {may('wechat-shield.push:resend') ? (
        <Button isBusy={isRunning} onClick={() => void resend()}>
          {words('wechat-shield.push.resend')}
        </Button>
      ) : null}
    </>
  );
}

/** What has to be known of it first. */
function Notice({ row: { state, shown: name, replacement } }: { row: PushRow }) {
  const words = useWords();
  if (state !== 'open') return null;
  const isServed = replacement !== null && SERVED.includes(replacement.state);
  return (
    <Alert
      type={isServed ? 'info' : 'error'}
      content={words(`wechat-shield.push.notice.${isServed ? 'replaced' : 'open'}`, {
        name,
        to: replacement?.to ?? '',
      })}
    />
  );
}
