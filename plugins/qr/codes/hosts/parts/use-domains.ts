import { useCall, usePermission } from '@waypost/host-sdk';
import { usableDomainsCall } from '../../../screens/qr_code_list/calls.ts';

/** Whether codes can be put on domains at all, and whether there is one to be chosen. @param ids codes whose owners' are meant */
export function useDomains(ids?: readonly string[]): { isOn: boolean; isOff: boolean; hasSome: boolean } {
  const enabled = usePermission()('qr.code:read');
  const { data } = useCall(usableDomainsCall, ids === undefined ? {} : { ids: [...ids] }, { enabled });
  const isOn = data?.is_on === true;
  return { isOn, isOff: data?.is_on === false, hasSome: isOn && data.domains.length > 0 };
}
