import type { ClientAddressWriter, PeerSource } from '../../process/client-address.ts';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { OWNER, pluginOf, ROW_WORDS, RULES } from '../links/rows.ts';
import { referrerHost } from '../rules/referrer.ts';

/** Addresses that are refused everywhere, or whose visits count as bots', from memory. */
export interface BlockedVisitors {
  /** Whether there is none: an address need not be found out then. */
  isEmpty(): boolean;
  /** Whether the 16 bytes at `offset` are one of them now. */
  has(bytes: Uint8Array, offset: number): boolean;
}

/** What owners refuse on their own codes, and operators on all, from memory. */
export interface OwnBlocks {
  isEmpty(): boolean;
  /**
   * Whether a visit of an owner's code is refused.
   * @param owner the 12 bytes of the id, as latin1
   * @param address 16 bytes
   * @param host of the referring page; empty without one
   */
  has(owner: string, address: Uint8Array, host: string): boolean;
}

/** Asked once the code is known, before its state and all that it says itself: neither is told to whoever is kept out. */
export function createOwnCheck(options: {
  index: LinkIndex;
  ownBlocks: OwnBlocks;
  writeClientAddress: ClientAddressWriter;
  isPluginActive(plugin: string): boolean;
}): (ordinal: number, request: Request, server: PeerSource) => boolean {
  const { index, isPluginActive, ownBlocks, writeClientAddress } = options;
  const address = new Uint8Array(ADDRESS_BYTES);
  return (ordinal, request, server) => {
    if (ownBlocks.isEmpty()) return false;
    const row = ordinal * ROW_WORDS;
    // What a plugin that is off has made is there for nobody.
    if (!isPluginActive(index.plugins.nameOf(pluginOf(index.rows[row + RULES] as number)))) return false;
    writeClientAddress(request, server, address, 0);
    const owner = index.owners.nameOf(index.rows[row + OWNER] as number);
    return ownBlocks.has(owner, address, referrerHost(request.headers.get('referer')));
  };
}

/**
 * Whether a visitor is on a list. That of refused ones is asked first at each visit: of all that can refuse one, it stands
 * before the code itself is looked up.
 */
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
