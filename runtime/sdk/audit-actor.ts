import type { Caller } from './request.ts';

/** Who asked for something, as the audit log keeps it. */
export interface AuditActor {
  id: string;
  account: string;
  /** `session` or `api_key`. */
  via: string;
  /** The account that they acted as. */
  as?: { id: string; account: string };
}

/** Who makes a call: of somebody who acts as another, the one who acts. */
export function actorOf({ id, account, via, actor }: Caller): AuditActor {
  return actor ? { ...actor, via, as: { id, account } } : { id, account, via };
}
