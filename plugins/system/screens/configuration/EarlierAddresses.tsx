import { Button, confirm, notify, useClient, useErrorText, useWords } from '@waypost/host-sdk';
import { configurationGiveUpAddress, configurationInquire } from './calls.ts';
import styles from './page.module.css';

interface EarlierAddressesProps {
  addresses: readonly string[];
  onGivenUp: () => void;
}

/** Where printed codes are still answered, and how to say of an address that somebody else has it now. */
export function EarlierAddresses({ addresses, onGivenUp }: EarlierAddressesProps) {
  const words = useWords();
  const giveUp = useGiveUp(onGivenUp);
  if (addresses.length === 0) return null;
  return (
    <section className={styles.earlier}>
      <p>{words('system.configuration.earlier')}</p>
      <ul>
        {addresses.map((address) => (
          <li key={address}>
            <span>{address}</span>
            <Button size="small" onClick={() => void giveUp(address)}>
              {words('system.configuration.earlier.give_up')}
              <span className="wp-visually-hidden"> {address}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useGiveUp(onGivenUp: () => void): (address: string) => Promise<void> {
  const words = useWords();
  const client = useClient();
  const errorText = useErrorText();
  return async (address) => {
    const isAgreed = await confirm({
      title: words('system.configuration.earlier.confirm_title', { address }),
      text: words('system.configuration.earlier.confirm'),
      verb: words('system.configuration.earlier.give_up'),
    });
    if (!isAgreed) return;
    try {
      const { version } = await client.call(configurationInquire, {});
      await client.call(configurationGiveUpAddress, { version, address });
      notify.success(words('system.configuration.earlier.done', { address }));
    } catch (error) {
      notify.error(errorText(error));
    }
    onGivenUp();
  };
}
