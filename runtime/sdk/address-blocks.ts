/** One entry of a list of addresses that an address is in. */
export interface AddressBlock {
  /** `ip_black`: refused everywhere. `server_ip_black`: a server's or crawler's. `visit_block`: refused on codes of one owner. */
  list: 'ip_black' | 'server_ip_black' | 'visit_block';
  id: string;
  /** The address itself, or the range that it is in. */
  ip: string;
  /** What whoever put it there wrote of it. */
  note: string;
  /** Of `server_ip_black`: counted as a bot's, or refused. */
  treatment?: 'bot' | 'refuse';
  /** Of `ip_black`: when it ends, ISO; null: never. */
  expires_at?: string | null;
  /** Of `visit_block`: id of the account whose codes it holds for. */
  owner?: string;
  /** ISO */
  create_time: string;
}

/** Service of the plugin `system`: which lists an address is on. */
export interface AddressBlocks {
  /**
   * Entries that an address is in, at most 100 of each list, those that have ended left out. Of everybody's lists: whoever
   * tells them holds the right to see all.
   */
  of(ip: string): Promise<AddressBlock[]>;
}

/** Name that `AddressBlocks` is provided under. */
export const ADDRESS_BLOCKS = 'system.address_blocks';
