import {
  Button,
  CopyText,
  definePanel,
  Facts,
  notify,
  Panel,
  PendingState,
  Tag,
  useAction,
  useCall,
  useWords,
} from '@waypost/host-sdk';
import { useEffect, useState } from 'react';
import {
  type BrowserKey,
  canKeepKeys,
  findBrowserKey,
  makeBrowserKey,
} from '../signing/approvers/browser-key.ts';
import { approverKeys, approverOffer } from '../signing/approvers/calls.ts';

const TONES = { trusted: 'good', waiting: 'warning', unknown: 'neutral' } as const;

/** The key by which this browser signs approvals: made beside the second factor, its public half kept at the account. */
function ApproverKey() {
  const words = useWords();
  const { data, error, refetch } = useCall(approverKeys, {});
  const { run, isRunning } = useAction(approverOffer);
  const [key, setKey] = useState<BrowserKey>();
  const approver = data?.approver;
  useEffect(() => {
    if (approver !== undefined) void findBrowserKey(approver).then(setKey);
  }, [approver]);
  if (data === undefined) return <PendingState error={error} onRetry={refetch} lines={3} />;
  const own = data.keys.find(({ public_key }) => public_key === key?.publicKey);
  const others = data.keys.length - (own === undefined ? 0 : 1);
  const make = async () => {
    const made = key ?? (await makeBrowserKey(data.approver));
    setKey(made);
    // A failure has been told by then: the key stays, and is offered with the next press.
    const answer = await run({ public_key: made.publicKey }).catch(() => undefined);
    if (answer !== undefined) notify.success(words('wallet.approver.made'));
    void refetch();
  };
  return (
    <Panel
      title={words('wallet.approver.title')}
      text={words(canKeepKeys() ? 'wallet.approver.text' : 'wallet.approver.insecure')}
      actions={
        canKeepKeys() && (own === undefined || own.state === 'unknown') ? (
          <Button isBusy={isRunning} onClick={() => void make()}>
            {words('wallet.approver.make')}
          </Button>
        ) : undefined
      }
    >
      {own === undefined ? (
        <p>{words('wallet.approver.none')}</p>
      ) : (
        <Facts
          facts={[
            [words('wallet.approver.fingerprint'), <CopyText key="print" value={own.fingerprint} isWhole />],
            [
              words('wallet.approver.state'),
              <Tag key="state" tone={TONES[own.state]}>
                {words(`wallet.approver.state.${own.state}`)}
              </Tag>,
            ],
          ]}
        />
      )}
      {others === 0 ? null : <p>{words('wallet.approver.others', { count: others })}</p>}
    </Panel>
  );
}

export const contribution = definePanel(ApproverKey);
