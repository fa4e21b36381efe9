import {
  Button,
  confirm,
  type Fact,
  Facts,
  notify,
  Panel,
  RelativeTime,
  ScreenLink,
  Tag,
  type ThingHandle,
  useAction,
  useFormat,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { HIJACK_FACETS, type HijackFacet } from '../../../hijack/values.ts';
import styles from '../../../watching/facets.module.css';
import { forgetHijackCall } from '../calls.ts';
import type { HijackRow } from '../row.ts';
import { HIJACK_TONES } from './tones.ts';

/** What is believed of the answers and of the page, and what is expected of them. */
export function NowTab({ row, page }: { row: HijackRow; page: ThingHandle }) {
  const words = useWords();
  const may = usePermission();
  const next = row.next_check_time;
  const isSoon = next !== null && Date.parse(next) <= Date.now();
  const facts: Fact[] = [
    [words('domain.hijack.checked_time'), <RelativeTime key="checked" value={row.checked_time} />],
    [
      words('domain.hijack.next_check_time'),
      next === null ? (
        words('domain.hijack.never')
      ) : isSoon ? (
        words('domain.hijack.soon')
      ) : (
        <RelativeTime key="next" value={next} mayLieAhead />
      ),
    ],
  ];
  return (
    <div className={styles.stack}>
      <Panel title={words('domain.hijack.now.title')} text={words('domain.hijack.now.text')}>
        <ul className={styles.facets}>
          {HIJACK_FACETS.map((facet) => (
            <FacetLine key={facet} facet={facet} row={row} />
          ))}
        </ul>
        <Facts facts={facts} />
        {row.last_check !== null && may('domain.hijack_check:read') ? (
          <p className={styles.open}>
            <ScreenLink to={`hijack_check?id=${row.last_check}`}>
              {words('domain.hijack.open_check')}
            </ScreenLink>
          </p>
        ) : null}
      </Panel>
      <Expected row={row} page={page} />
    </div>
  );
}

function FacetLine({ facet, row }: { facet: HijackFacet; row: HijackRow }) {
  const words = useWords();
  const format = useFormat();
  const facts = row.facets[facet];
  const believed = row[facet];
  const fault = facts?.fault ?? 'not_looked';
  return (
    <li className={styles.facet}>
      <div>
        <h3 className={styles.name}>{words(`domain.hijack.${facet}`)}</h3>
        <p className={styles.quiet}>{words(`domain.hijack.now.${facet}`)}</p>
      </div>
      <div>
        <Tag tone={HIJACK_TONES[facet][believed]}>{words(`domain.hijack.${facet}.${believed}`)}</Tag>
        {believed !== 'unknown' && facts?.since ? (
          <p className={styles.quiet}>
            {words('domain.hijack.since', { time: format.dateTime(facts.since) })}
          </p>
        ) : null}
      </div>
      <div className={styles.found}>
        {facts === undefined ? null : (
          <p className={styles.last}>{words(`domain.hijack.last.${facts.finding}`)}</p>
        )}
        {fault === '' ? null : <p className={styles.last}>{words(`domain.hijack.fault.${fault}`)}</p>}
      </div>
    </li>
  );
}

/** What the domain is held against, with the way to forget what was accepted. */
function Expected({
  row: { id, shown: name, accepted, own_addresses },
  page,
}: {
  row: HijackRow;
  page: ThingHandle;
}) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const { run, isRunning } = useAction(forgetHijackCall);
  const forget = async () => {
    const question = {
      title: words('domain.hijack.forget.title'),
      text: words('domain.hijack.forget.text', { name }),
      verb: words('domain.hijack.forget.verb'),
    };
    if (!(await confirm(question))) return;
    // A failure has been told by then.
    const isDone = await run({ id }).then(
      () => true,
      () => false,
    );
    if (isDone) notify.success(words('domain.hijack.forget.done'));
    page.reload();
  };
  const listed = (values: readonly string[]) => (
    <span className={styles.mono}>{values.length === 0 ? '–' : values.join(', ')}</span>
  );
  const facts: Fact[] = [
    [words('domain.hijack.own_addresses'), listed(own_addresses ?? [])],
    ...(accepted === null
      ? ([[words('domain.hijack.accepted'), words('domain.hijack.expected.nothing')]] satisfies Fact[])
      : ([
          [
            words('domain.hijack.expected.accepted', { account: accepted.account }),
            format.dateTime(accepted.time),
          ],
          [words('domain.hijack.expected.addresses'), listed(accepted.addresses)],
          [words('domain.hijack.expected.aliases'), listed(accepted.aliases)],
          [
            words('domain.hijack.expected.page'),
            accepted.page === null
              ? '–'
              : `${accepted.page.status} · ${accepted.page.title || accepted.page.host}`,
          ],
        ] satisfies Fact[])),
  ];
  return (
    <Panel title={words('domain.hijack.expected.title')} text={words('domain.hijack.expected.text')}>
      <Facts facts={facts} />
      {accepted !== null && may('domain.hijack:accept') ? (
        <p className={styles.open}>
          <Button isBusy={isRunning} onClick={() => void forget()}>
            {words('domain.hijack.forget.verb')}
          </Button>
        </p>
      ) : null}
    </Panel>
  );
}
