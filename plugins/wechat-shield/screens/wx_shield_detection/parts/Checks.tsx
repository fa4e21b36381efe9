import { Alert } from '@arco-design/web-react';
import { field, type ResultOf } from '@waypost/contract';
import {
  CallForm,
  joinSentences,
  Panel,
  ResourceList,
  ScreenLink,
  useCall,
  usePermission,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../../parts/shield.module.css';
import { Votes } from '../../../parts/Votes.tsx';
import { STATUS_TONES } from '../../../status/values.ts';
import { checkNowCall, checkOfferCall } from '../calls.ts';
import { checkResource } from '../resource.ts';

const FIELDS = { address: field(checkNowCall.body.shape.address, { control: 'text', autoComplete: 'off' }) };
const TONES = { status: STATUS_TONES };
const ALERTS = { 1: 'success', 2: 'error', 4: 'warning' } as const;

/** Checks an address now, above everything that was checked. */
export function Checks() {
  const may = usePermission();
  return (
    <div className={styles.stack}>
      {may('wechat-shield.check:create') ? <CheckNow /> : null}
      <ResourceList
        resource={checkResource}
        title="wechat-shield.check.title"
        owners="preset"
        form={false}
        tones={TONES}
        rowTo={(row) => `wx_shield_detection?id=${row.id}`}
        filters={['status', 'time', 'reason']}
        columns={[
          { field: 'address' },
          { field: 'providers', width: 220, priority: 2 },
          { field: 'time', width: 160, priority: 1 },
          { field: 'status', width: 160 },
          { field: 'host', isHidden: true },
          { field: 'reason', isHidden: true },
          { field: 'ms', align: 'right', isHidden: true },
        ]}
      />
    </div>
  );
}

function CheckNow() {
  const words = useWords();
  const { reload } = useResource(checkResource);
  const { data } = useCall(checkOfferCall, {});
  const [done, setDone] = useState<{ result: ResultOf<typeof checkNowCall>; name: string }>();
  if (data?.is_ready === false) return <NotReady />;
  return (
    <Panel
      title={words('wechat-shield.now.check.title')}
      {...(data?.most == null ? {} : { text: words('wechat-shield.now.limit', { count: data.most }) })}
    >
      <CallForm
        call={checkNowCall}
        name="wechat-shield.now"
        fields={FIELDS}
        submit="wechat-shield.now.verb"
        isQuestion
        onSent={(result, { address }) => {
          setDone({ result, name: String(address).trim() });
          void reload();
        }}
      />
      {done === undefined ? null : (
        <div role="status" className={styles.result}>
          <Alert
            type={ALERTS[done.result.status]}
            content={
              <>
                {joinSentences([
                  words(`wechat-shield.now.result.${done.result.status}`, { name: done.name }),
                  '',
                ])}
                <ScreenLink to={`wx_shield_detection?id=${done.result.id}`}>
                  {words('wechat-shield.now.open')}
                </ScreenLink>
              </>
            }
          />
          <Votes votes={done.result.votes} />
        </div>
      )}
    </Panel>
  );
}

function NotReady() {
  const words = useWords();
  const may = usePermission();
  return (
    <Alert
      type="info"
      content={
        <>
          {joinSentences([words('wechat-shield.now.not_ready'), ''])}
          {may('wechat-shield.provider:read') ? (
            <ScreenLink to="we_chat_blocking_detection_configuration">
              {words('wechat-shield.now.set_up')}
            </ScreenLink>
          ) : null}
        </>
      }
    />
  );
}
