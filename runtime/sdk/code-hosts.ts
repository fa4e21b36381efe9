/** Codes of one host, in one of the steps short, entry, landing or printed. */
export interface CodesOfHost {
  host: string;
  /** Codes whose visits go through it, those in the bin included. */
  codes: number;
  /** Those that it stands printed on, now or before. */
  printed: number;
}

/** Service of the plugin `qr`: which codes stand on which hosts. */
export interface CodeHosts {
  /** Figures of up to 1,000 hosts; those without codes are told with 0. */
  count(query: { hosts: readonly string[]; owner?: string | undefined }): Promise<CodesOfHost[]>;
  /**
   * Puts another host in the place of one, code by code, and keeps the old one answering as long as it leads here: for what
   * is printed, and for visits that are under way to it; safe to repeat. Takes at most `limit` codes (100) and answers how many it moved and how many are left: with
   * `moved: 0` those cannot be moved, because their short code is another one's there, or they stand printed on 20 others.
   * `owner`: only this account's; `by`: account id of whoever asked, null for the platform itself.
   */
  move(input: {
    from: string;
    /** Empty: the platform's own address. */
    to: string;
    owner?: string | undefined;
    by: string | null;
    limit?: number | undefined;
  }): Promise<{ moved: number; left: number }>;
  /**
   * Takes a host off the codes of everybody but `holder`, who has it now, also where it stands printed, and what was kept of
   * purged ones, so that every short code is free there. A code that loses its first host stands on the next one, or on the
   * platform's own address, under another short code where somebody has its own there. Safe to repeat; at most `limit` codes
   * (100).
   */
  release(input: {
    host: string;
    /** Undefined: nobody has it. */
    holder?: string | undefined;
    by: string | null;
    limit?: number | undefined;
  }): Promise<{ released: number; left: number }>;
}

/** Name that `CodeHosts` is provided under. */
export const CODE_HOSTS = 'qr.code_hosts';

/** The versions that this interface describes. */
export const CODE_HOSTS_VERSIONS = '^1.0';
