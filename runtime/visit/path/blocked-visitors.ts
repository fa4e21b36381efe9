import type { ClientAddressWriter, PeerSource } from '../../process/client-address.ts';
import { ADDRESS_BYTES } from '../../sdk/address.ts';

/** Addresses that are refused everywhere, from memory. */
export interface BlockedVisitors {
  /** Whether nobody is: an address need not be found out then. */
  isEmpty(): boolean;
  /** Whether the 16 bytes at `offset` are an address that is refused now. */
  has(bytes: Uint8Array, offset: number): boolean;
}

/** Asked first at each visit: of all that can refuse one, this stands before the code itself is looked up. */
export function createBlockedCheck(options: {
  blocked: BlockedVisitors;
  writeClientAddress: ClientAddressWriter;
}): (request: Request, server: PeerSource) => boolean {
  const { blocked, writeClientAddress } = options;
  const address = new Uint8Array(ADDRESS_BYTES);
  return (request, server) => {
    if (blocked.isEmpty()) return false;
    writeClientAddress(request, server, address, 0);
    return blocked.has(address, 0);
  };
}
