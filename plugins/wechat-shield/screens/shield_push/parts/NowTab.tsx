import { field } from '@waypost/contract';
import {
  Button,
  CallForm,
  Facts,
  notify,
  Panel,
  ScreenLink,
  Slot,
  type SlotRow,
  type ThingHandle,
  useAction,
  useCall,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../../parts/shield.module.css';
import { pushConfigCall, setCodesCall } from '../calls.ts';
import type { PushRow } from '../row.ts';

interface TabProps {
  row: PushRow;
  page: ThingHandle;
}

/** What becomes of the codes, and the replacement that a person decides about. */
export function NowTab({ row, page }: TabProps) {
  const words = useWords();
  const { data } = useCall(pushConfigCall, {});
  const appeal = data?.appeal_link ?? '';
  return (
    <div className={styles.stack}>
      <Replacement row={row} page={page} />
      <Codes row={row} page={page} />
      {appeal === '' || row.state !== 'open' ? null : (
        <Panel>
          <Facts
            facts={[
              [
                words('wechat-shield.push.appeal'),
                <a key="appeal" href={appeal} target="_blank" rel="noreferrer">
                  {appeal}
                </a>,
              ],
            ]}
          />
        </Panel>
      )}
    </div>
  );
}

/** What a spare did, or could do; the plugin of the domains brings the button. */
function Replacement({ row, page }: TabProps) {
  const words = useWords();
  const may = usePermission();
  const { replacement, state } = row;
  const text = replacement === null ? '' : words(`wechat-shield.push.replace.state.${replacement.state}`);
  return (
    <Panel title={words('wechat-shield.push.replace.title')} text={words('wechat-shield.push.replace.text')}>
      {replacement === null ? (
        <p className={styles.text}>{words('wechat-shield.push.replace.none')}</p>
      ) : (
        <p className={styles.text}>
          {replacement.to === ''
            ? text
            : words('wechat-shield.push.replace.to', { to: replacement.to, state: text })}{' '}
          {may('domain.take_over:read') ? (
            <ScreenLink to={`hold_domain?id=${replacement.take_over}`}>
              {words('wechat-shield.push.replace.open')}
            </ScreenLink>
          ) : null}
        </p>
      )}
      {state === 'open' ? (
        <Slot
          name="wechat-shield.push.replacement"
          props={{ row: row as unknown as SlotRow, onDone: page.reload }}
        />
      ) : null}
    </Panel>
  );
}

function Codes({ row, page }: TabProps) {
  const words = useWords();
  const may = usePermission();
  const { shown: name, state, codes, frozen, held } = row;
  const text =
    state !== 'open'
      ? words('wechat-shield.push.codes.lifted')
      : held !== ''
        ? words(`wechat-shield.push.held.${held}`)
        : codes === 'keep'
          ? words('wechat-shield.push.codes.keep.text', { name })
          : words('wechat-shield.push.codes.freeze.text', { name, count: frozen });
  return (
    <Panel title={words('wechat-shield.push.codes.title')}>
      <p className={styles.text}>{text}</p>
      {state === 'open' && may('wechat-shield.push:update') ? (
        codes === 'keep' ? (
          <Freeze row={row} page={page} />
        ) : (
          <Thaw row={row} page={page} />
        )
      ) : null}
    </Panel>
  );
}

const FIELDS = {
  reason: field(setCodesCall.body.shape.reason.unwrap().min(1), { control: 'textarea' }),
};

function Freeze({ row, page }: TabProps) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words('wechat-shield.push.freeze')}</Button>
      {isOpen ? (
        <CallForm
          call={setCodesCall}
          name="wechat-shield.push.freeze"
          about={row.id}
          fields={FIELDS}
          initial={{ reason: row.reason }}
          submit="wechat-shield.push.freeze"
          drawer={{ title: words('wechat-shield.push.freeze.title', { name: row.shown }), width: 520 }}
          extra={<p>{words('wechat-shield.push.freeze.text')}</p>}
          toBody={(typed) => ({ ...typed, id: row.id, codes: 'freeze' })}
          onCancel={() => setOpen(false)}
          onSent={() => {
            setOpen(false);
            notify.success(words('wechat-shield.push.freeze.done'));
            page.reload();
          }}
        />
      ) : null}
    </>
  );
}

function Thaw({ row, page }: TabProps) {
  const words = useWords();
  const { run, isRunning } = useAction(setCodesCall);
  const thaw = async () => {
    // A failure has been told by then.
    const isDone = await run({ id: row.id, codes: 'keep' }).then(
      () => true,
      () => false,
    );
    if (isDone) notify.success(words('wechat-shield.push.thaw.done'));
    page.reload();
  };
  return (
    <Button isBusy={isRunning} onClick={() => void thaw()}>
      {words('wechat-shield.push.thaw')}
    </Button>
  );
}
