import { useCall, usePermission } from '@waypost/host-sdk';
import { usableDomainsCall } from '../calls.ts';

interface Domains {
  /** Whether codes can be put on domains at all. */
  isOn: boolean;
  isOff: boolean;
  /** They cannot, and some of theirs stand there. */
  isMissed: boolean;
  /** There is one to be chosen. */
  hasSome: boolean;
}

/** What becomes of domains of codes now. @param ids codes whose owners' are meant */
export function useDomains(ids?: readonly string[]): Domains {
  const enabled = usePermission()('qr.code:read');
  const { data } = useCall(usableDomainsCall, ids === undefined ? {} : { ids: [...ids] }, { enabled });
  const isOn = data?.is_on === true;
  return {
    isOn,
    isOff: data?.is_on === false,
    isMissed: data?.is_missed === true,
    hasSome: isOn && data.domains.length > 0,
  };
}
