import { IconExclamationCircle } from '@arco-design/web-react/icon';
import { EmptyState, useWords } from '@waypost/host-sdk';
import { ShareForm } from './ShareForm.tsx';
import styles from './share.module.css';
import type { Shared } from './use-shared.ts';
import { clockText, useTimeLeft } from './use-time-left.ts';

/** That the page has an error (docs/product.md), what may be the matter, and the way in for who knows name and password. */
export function NotShared({ state, name, isTried, open }: Shared) {
  const words = useWords();
  const { failure, seconds = 0 } = state;
  return (
    <div className={styles.share}>
      <div role="alert">
        <h1 className="wp-visually-hidden">{words('qr.share.title')}</h1>
        <EmptyState
          icon={<IconExclamationCircle />}
          title={words('qr.share.failed')}
          text={
            failure === 'locked'
              ? undefined
              : words(
                  failure === 'passing'
                    ? 'qr.share.failed.again'
                    : isTried
                      ? 'qr.share.failed.help'
                      : 'qr.share.failed.missing',
                )
          }
        />
      </div>
      {failure === 'locked' ? <Locked seconds={seconds} /> : null}
      {failure === 'passing' ? null : <ShareForm key={name} name={name} onOpen={open} />}
    </div>
  );
}

/** Not within the alert, which would be read out at every second. */
function Locked({ seconds }: { seconds: number }) {
  const words = useWords();
  return (
    <p className={styles.locked}>{words('qr.share.locked', { time: clockText(useTimeLeft(seconds)) })}</p>
  );
}
