import { Alert } from '@arco-design/web-react';
import type { RowOf } from '@waypost/contract';
import {
  Absent,
  Button,
  Cards,
  confirm,
  DataTable,
  joinSentences,
  notify,
  Panel,
  RelativeTime,
  Tag,
  ThingPage,
  useAction,
  useFormat,
  useGo,
  useIsPhone,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { acceptHijackCall } from '../../no_hijack/calls.ts';
import { HIJACK_TONES } from '../../no_hijack/parts/tones.ts';
import { hijackCheckResource } from '../resource.ts';
import styles from './check.module.css';
import { PageFacts } from './PageFacts.tsx';

type Check = RowOf<typeof hijackCheckResource>;
type Said = Check['said'][number];

const TONES: Partial<Record<Said['said'], 'good' | 'bad' | 'warning' | 'neutral'>> = {
  expected: 'good',
  other: 'bad',
  name_unknown: 'bad',
  no_address: 'bad',
};

/** The page of one check, with the way to say that what it found is right. */
export function CheckPage() {
  return (
    <ThingPage
      resource={hijackCheckResource}
      back={(check) => ({
        screen: check === undefined ? 'no_hijack' : `no_hijack?id=${check.domain}&tab=history`,
        label: 'menu.no_hijack',
      })}
      state={(check) => <State check={check} />}
      facts={(check) => <Line check={check} />}
      actions={(check) => <Accept check={check} />}
      notice={(check) => <Notice check={check} />}
      tabs={[
        { name: 'found', title: 'domain.hijack_check.tab', content: (check) => <Found check={check} /> },
      ]}
    />
  );
}

function State({ check }: { check: Check }) {
  const words = useWords();
  return (
    <>
      <Tag tone={HIJACK_TONES.answers[check.answers]}>
        {`${words('domain.hijack_check.answers')}: ${words(`domain.hijack_check.answers.${check.answers}`)}`}
      </Tag>{' '}
      <Tag tone={HIJACK_TONES.site[check.site]}>
        {`${words('domain.hijack_check.site')}: ${words(`domain.hijack_check.site.${check.site}`)}`}
      </Tag>
    </>
  );
}

function Line({ check: { time, account } }: { check: Check }) {
  const words = useWords();
  return (
    <span>
      <RelativeTime value={time} /> · {account || words('domain.hijack_check.account.schedule')}
    </span>
  );
}

function Notice({ check: { answers_fault, site_fault } }: { check: Check }) {
  const words = useWords();
  const faults = [answers_fault, site_fault].filter((fault) => fault !== '');
  if (faults.length === 0) return null;
  return (
    <Alert
      type="warning"
      content={joinSentences(faults.map((fault) => words(`domain.hijack.fault.${fault}`)))}
    />
  );
}

function Accept({ check: { id, domain, shown: name } }: { check: Check }) {
  const words = useWords();
  const may = usePermission();
  const go = useGo();
  const { run, isRunning } = useAction(acceptHijackCall);
  if (!may('domain.hijack:accept')) return null;
  const accept = async () => {
    const question = {
      title: words('domain.hijack.accept.title'),
      text: words('domain.hijack.accept.text', { name }),
      verb: words('domain.hijack.accept.verb'),
      isDangerous: false,
    };
    if (!(await confirm(question))) return;
    // A failure has been told by then.
    const isDone = await run({ id: domain, check: id }).then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    notify.success(words('domain.hijack.accept.done'));
    go('no_hijack', { id: domain });
  };
  return (
    <Button isBusy={isRunning} onClick={() => void accept()}>
      {words('domain.hijack.accept.verb')}
    </Button>
  );
}

function Found({ check }: { check: Check }) {
  const words = useWords();
  const expected =
    check.expected.length === 0 ? words('domain.hijack_check.said.nothing') : check.expected.join(', ');
  return (
    <div className={styles.stack}>
      <Panel
        title={words('domain.hijack_check.said.title')}
        text={words('domain.hijack_check.said.text', { addresses: expected })}
      >
        <Answers said={check.said} />
      </Panel>
      <Panel title={words('domain.hijack_check.page.title')}>
        <PageFacts found={check.fingerprint} accepted={check.accepted} />
      </Panel>
    </div>
  );
}

/** What each who was asked said, by each way. */
function Answers({ said }: { said: readonly Said[] }) {
  const words = useWords();
  const format = useFormat();
  // Five columns are more than a phone has room for.
  const Rows = useIsPhone() ? Cards : DataTable;
  return (
    <Rows
      label={words('domain.hijack_check.said.title')}
      rows={said}
      rowKey={({ by, transport }) => `${by} ${transport}`}
      columns={[
        {
          key: 'by',
          title: words('domain.hijack_check.by'),
          render: ({ by }) => (by === 'zone' ? words('domain.hijack_check.by.zone') : <code>{by}</code>),
        },
        {
          key: 'transport',
          title: words('domain.hijack_check.transport'),
          width: 80,
          render: ({ transport }) => transport.toUpperCase(),
        },
        {
          key: 'said',
          title: words('domain.hijack_check.verdict'),
          width: 260,
          render: ({ said: one, was_cut }) => (
            <span className={styles.said}>
              <Tag tone={TONES[one] ?? 'neutral'}>{words(`domain.hijack.said.${one}`)}</Tag>
              {was_cut ? <span className={styles.quiet}>{words('domain.hijack_check.cut')}</span> : null}
            </span>
          ),
        },
        {
          key: 'addresses',
          title: words('domain.hijack_check.addresses'),
          render: ({ addresses, aliases }) => (
            <Leads to={[...aliases.map((alias) => `→ ${alias}`), ...addresses]} />
          ),
        },
        {
          key: 'ms',
          title: words('domain.hijack_check.took'),
          width: 80,
          isRight: true,
          render: ({ ms }) => format.number(ms),
        },
      ]}
    />
  );
}

/** Where a name leads, an address a line: none breaks in its middle. */
function Leads({ to }: { to: readonly string[] }) {
  if (to.length === 0) return <Absent />;
  return (
    <span className={styles.said}>
      {to.map((address) => (
        <code key={address} className={styles.address}>
          {address}
        </code>
      ))}
    </span>
  );
}
