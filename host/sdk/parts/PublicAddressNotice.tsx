import { Alert } from '@arco-design/web-react';
import { addressReason } from '@waypost/contract';
import { usePermission } from '../session/use-user.tsx';
import { useWords } from '../words/context.tsx';
import { joinSentences } from '../words/words.ts';
import { confirm } from './confirm.tsx';
import styles from './public-address-notice.module.css';
import { ScreenLink } from './use-navigation.tsx';

/** Who may set the public address, and the screen where it is done. */
const MAY_SET = 'system.configuration:update';
const SCREEN = 'configuration';

export interface PublicAddressNoticeProps {
  /** What the picture or link leads to. */
  address: string;
}

/**
 * Says that nobody outside can open what is about to be downloaded, printed or shared, and who can change that. Nothing
 * where the address does.
 */
export function PublicAddressNotice({ address }: PublicAddressNoticeProps) {
  const words = useWords();
  const may = usePermission();
  const reason = addressReason(address);
  if (reason === undefined) return null;
  return (
    <Alert
      type="warning"
      content={
        <p className={styles.notice}>
          {joinSentences([words(`public_address.${reason}`, { host: new URL(address).host }), ''])}
          {may(MAY_SET) ? (
            <ScreenLink to={SCREEN}>{words('public_address.set')}</ScreenLink>
          ) : (
            words('public_address.ask')
          )}
        </p>
      }
    />
  );
}

/**
 * The same as a question, for what is downloaded or printed where no notice stands. True when all addresses do, or the
 * person wants the pictures all the same; without https alone nobody is asked.
 */
export function useAddressQuestion(): (addresses: readonly string[]) => Promise<boolean> {
  const words = useWords();
  const may = usePermission();
  return async (addresses) => {
    const address = addresses.find((one) => ['loopback', 'private'].includes(addressReason(one) ?? ''));
    if (address === undefined) return true;
    const way = words(may(MAY_SET) ? 'public_address.set_where' : 'public_address.ask');
    return confirm({
      title: words('public_address.anyway.title'),
      text: joinSentences([
        words(`public_address.${addressReason(address)}`, { host: new URL(address).host }),
        way,
      ]),
      verb: words('public_address.anyway.verb'),
      isDangerous: false,
    });
  };
}
