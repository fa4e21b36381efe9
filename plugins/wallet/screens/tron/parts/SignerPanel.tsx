import { Alert } from '@arco-design/web-react';
import { amountText, type ResultOf } from '@waypost/contract';
import { type ApiError, CopyText, PendingState, useWords } from '@waypost/host-sdk';
import type { tronSigner } from '../calls.ts';
import styles from './tron.module.css';

type Signer = ResultOf<typeof tronSigner>;
const TYPES = { open: 'success', locked: 'error', away: 'error', no_master_key: 'info' } as const;

interface SignerPanelProps {
  signer: Signer | undefined;
  error: ApiError | null;
  onRetry: () => void;
}

/** How the signer is, in words, with what to do where it signs nothing. */
export function SignerPanel({ signer, error, onRetry }: SignerPanelProps) {
  const words = useWords();
  if (signer === undefined) return <PendingState error={error} onRetry={onRetry} lines={2} />;
  const { state, reason, limits, trusted, waiting, is_held } = signer;
  const isClosed =
    limits !== null && (limits.contract === '' || limits.single === '0' || limits.daily === '0');
  return (
    <div role="status">
      <Alert
        type={state === 'open' && (isClosed || is_held) ? 'warning' : TYPES[state]}
        title={words(is_held ? 'wallet.signer.held' : `wallet.signer.${state}`)}
        content={
          <>
            {state === 'locked' && reason !== null ? words(`wallet.signer.locked.${reason}`) : null}
            {state === 'away' || state === 'no_master_key' ? words(`wallet.signer.${state}.text`) : null}
            {is_held ? <Held /> : null}
            {limits === null ? null : (
              <>
                {isClosed
                  ? words('wallet.signer.limits.none')
                  : words('wallet.signer.limits', {
                      single: amountText(limits.single),
                      daily: amountText(limits.daily),
                      two: amountText(limits.two_above),
                    })}{' '}
                {words('wallet.signer.trusted', { count: trusted })}
              </>
            )}
            {waiting.length === 0 ? null : <Waiting waiting={waiting} />}
          </>
        }
      />
    </div>
  );
}

/** After a restore: what to do before anything is paid. */
function Held() {
  const words = useWords();
  return (
    <p>
      {words('wallet.signer.held.text')} <CopyText value="waypost signer resume" isWhole />
    </p>
  );
}

/** Keys that browsers have made, with the command that has them count. */
function Waiting({ waiting }: Pick<Signer, 'waiting'>) {
  const words = useWords();
  return (
    <>
      <p>{words('wallet.signer.waiting')}</p>
      <ul className={styles.waiting}>
        {waiting.map(({ account, fingerprint }) => (
          <li key={fingerprint}>
            {account}: <CopyText value={`waypost signer trust ${fingerprint}`} isWhole />
          </li>
        ))}
      </ul>
    </>
  );
}
