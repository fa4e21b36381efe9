/** Codes of one host, in one of the steps short, entry, landing or printed. */
export interface CodesOfHost {
  host: string;
  /** Codes whose visits go through it, those in the bin included. */
  codes: number;
  /** Those that it stands printed on, now or before. */
  printed: number;
}

/** Codes of one owner whose visits go through one host, those in the bin included. */
export interface CodesOfOwner {
  host: string;
  /** Account id. */
  owner: string;
  codes: number;
  /** Those of them that are printed with this host now: it is the first of their way. */
  first: number;
}

/** A code whose visits go through a host. */
export interface CodeOnHost {
  id: string;
  name: string;
  /** What is printed now, without what only a picture carries. */
  short_url: string;
  /** The host is the first of its way, which is printed. */
  is_first: boolean;
  is_binned: boolean;
}

/** What a move would come to. */
export interface TriedMove {
  /** Codes that were looked at, and whether those are all. */
  codes: number;
  is_whole: boolean;
  /** Printed with the old host, and answering there as long as it leads here. */
  keeps: number;
  /** Printed with the old host, which answers them no more. */
  stops: number;
  /** Not printed with the old host: what is printed stays as it is. */
  same: number;
  /** They cannot be moved: their short code is another one's there, or they stand printed on 20 others. */
  stays: number;
}

/** Codes that are to be moved from one host to another. */
export interface CodesToMove {
  from: string;
  /** Empty: the platform's own address. */
  to: string;
  /** Only this account's. */
  owner?: string | undefined;
  /** Only these, up to 1,000. */
  ids?: readonly string[] | undefined;
  /** False: the old host is not their owner's any more, and nothing that is printed with it goes on there. */
  keeps_printed?: boolean | undefined;
}

/** Service of the plugin `qr`: which codes stand on which hosts. */
export interface CodeHosts {
  /** Figures of up to 1,000 hosts; those without codes are told with 0. */
  count(query: { hosts: readonly string[]; owner?: string | undefined }): Promise<CodesOfHost[]>;
  /**
   * Puts another host in the place of one, code by code, and keeps the old one answering as long as it leads here: for what
   * is printed, and for visits that are under way to it; safe to repeat. Takes at most `limit` codes (100) and answers how many it moved and how many are left: with
   * `moved: 0` those cannot be moved, because their short code is another one's there, or they stand printed on 20 others.
   * `by`: account id of whoever asked, null for the platform itself.
   */
  move(
    input: CodesToMove & { by: string | null; limit?: number | undefined },
  ): Promise<{ moved: number; left: number }>;
  /** What `move` would come to, and writes nothing; it looks at `limit` codes at most (1,000). */
  tryMove(input: CodesToMove & { limit?: number | undefined }): Promise<TriedMove>;
  /** Who has codes on each of up to 1,000 hosts; `besides`: owners that are passed over, by host, without being counted. */
  owners(query: {
    hosts: readonly string[];
    besides?: Readonly<Record<string, string>> | undefined;
  }): Promise<CodesOfOwner[]>;
  /** The codes of one owner on one host by their ids, from the one at `skip`; at most `limit` (20, 200 at most). */
  list(query: {
    host: string;
    owner: string;
    skip?: number | undefined;
    limit?: number | undefined;
  }): Promise<CodeOnHost[]>;
  /**
   * Goes through all codes by their ids, `limit` at a time (500): the hosts that their visits go through. `next` goes on with
   * those behind; null: there are no more.
   */
  walk(query: {
    after?: string | null | undefined;
    limit?: number | undefined;
  }): Promise<{ hosts: string[]; next: string | null }>;
  /**
   * Hosts on which codes came, went or changed hands since a time (ISO), which is kept for a day: those of the first changes up
   * to `until`, and behind that there are none yet where `is_whole`. A change shows up to seconds after its time.
   */
  changed(query: { since: string }): Promise<{ hosts: string[]; until: string; is_whole: boolean }>;
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
export const CODE_HOSTS_VERSIONS = '^1.1';
