import { Alert } from '@arco-design/web-react';
import { amountText, field, type ResultOf } from '@waypost/contract';
import {
  Button,
  CallForm,
  CopyText,
  Drawer,
  Facts,
  FormSection,
  notify,
  PendingState,
  PriceControl,
  ResourceField,
  useAction,
  useCall,
  useResource,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { collectionFacts, collectionPlan, collectionStart } from '../calls.ts';
import { sendingResource } from '../resource.ts';
import styles from './collect.module.css';

type Plan = ResultOf<typeof collectionPlan>;
const FIELDS = {
  least: field(collectionPlan.body.shape.least, { control: 'price', unit: 'wallet.unit.usdt' } as const),
};
const CONTROLS = { price: PriceControl };
const WIDTH = 560;

/** Collects deposits: first what it would bring and cost, then the press that sends. */
export function CollectDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const { data, error, refetch } = useCall(collectionFacts, {});
  if (data !== undefined) return <CollectForm least={data.least} onClose={onClose} />;
  return (
    <Drawer title={words('wallet.collection.title')} width={WIDTH} isOpen onClose={onClose}>
      <PendingState error={error} onRetry={refetch} lines={4} />
    </Drawer>
  );
}

/** @param least what an address should have before its transfer is worth the fee, until another amount is said */
function CollectForm({ least, onClose }: { least: string; onClose: () => void }) {
  const words = useWords();
  const [asked, setAsked] = useState<{ least: string; plan: Plan }>();
  return (
    <CallForm
      call={collectionPlan}
      name="wallet.collection"
      fields={FIELDS}
      initial={{ least: asked?.least ?? least }}
      controls={CONTROLS}
      drawer={{ title: words('wallet.collection.title'), width: WIDTH }}
      submit="wallet.collection.plan"
      submitKind={asked === undefined ? 'primary' : 'secondary'}
      about="collection"
      isQuestion
      onCancel={onClose}
      toBody={(typed) => {
        setAsked(undefined);
        return typed;
      }}
      onSent={(plan, { least }) => setAsked({ least: String(least), plan })}
    >
      <FormSection text={words('wallet.collection.text')}>
        <ResourceField name="least" />
      </FormSection>
      {asked === undefined ? null : <Cost {...asked} onClose={onClose} />}
    </CallForm>
  );
}

function Cost({ least, plan, onClose }: { least: string; plan: Plan; onClose: () => void }) {
  const words = useWords();
  const track = useTrackOperation();
  const { reload } = useResource(sendingResource);
  const { run, isRunning } = useAction(collectionStart);
  const { obstacle, addresses, amount, receiver, fee, fee_account, fee_balance, is_covered, done, total } =
    plan;
  const start = async () => {
    // A failure has been told by then.
    const answer = await run({ least }).catch(() => undefined);
    if (answer === undefined) return;
    track(answer.id);
    notify.success(words('wallet.collection.started'));
    void reload();
    onClose();
  };
  if (obstacle !== '')
    return (
      <Alert
        type={obstacle === 'running' ? 'info' : 'warning'}
        content={words(`wallet.collection.obstacle.${obstacle}`, { done, total })}
      />
    );
  if (addresses === 0) return <Alert type="info" content={words('wallet.collection.nothing')} />;
  return (
    <div className={styles.stack} role="status">
      <Facts
        facts={[
          [words('wallet.collection.addresses'), String(addresses)],
          [words('wallet.collection.amount'), `${amountText(amount)} USDT`],
          [words('wallet.collection.receiver'), <CopyText key="to" value={receiver} isWhole />],
          [words('wallet.collection.fee'), `${amountText(fee)} TRX`],
          [words('wallet.collection.fee_account'), <CopyText key="from" value={fee_account} isWhole />],
          [words('wallet.collection.fee_balance'), `${amountText(fee_balance)} TRX`],
        ]}
      />
      {is_covered ? null : <Alert type="warning" content={words('wallet.collection.uncovered')} />}
      <Button kind="primary" isBusy={isRunning} onClick={() => void start()}>
        {words('wallet.collection.start')}
      </Button>
    </div>
  );
}
