import type { Logger } from '@waypost/sdk';
import { ADDRESS_SENTENCES } from '../process/address-sentences.ts';
import type { PublicAddress } from '../services/index.ts';

/** Tells the log that codes lead to nowhere outside: once at the start, and again when another such address is set. */
export function warnOfAddress(publicAddress: Pick<PublicAddress, 'facts' | 'onChange'>, log: Logger): void {
  let told: string | undefined;
  const look = () => {
    const { address, reason } = publicAddress.facts();
    if (reason !== null && told !== address) log.warn({ address, reason }, ADDRESS_SENTENCES[reason]);
    told = address;
  };
  look();
  publicAddress.onChange(look);
}
