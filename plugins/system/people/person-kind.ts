import type { Session, SignedRequest } from '@waypost/sdk';
import type { PersonMail } from '../mail/mount-mail.ts';
import type { PersonCalls } from './calls.ts';

/** What is read of somebody before anything is done with them. */
export interface ReachedPerson {
  version: number;
  superior?: string | null;
  role: string;
  disabled: number;
}

/** Customers or operators, as far as what is done with them is alike. */
export interface PersonKind {
  calls: PersonCalls;
  /** The first two words of what the audit log calls it. */
  noun: string;
  mail: PersonMail;
  /** Throws for somebody whom the caller does not reach. */
  reach: (id: string, request: SignedRequest, session?: Session) => Promise<ReachedPerson>;
  /** Throws where the caller may put nobody below this one; left out: below whomever there is. */
  requireSuperior?: (superior: string | null, request: SignedRequest, session: Session) => Promise<void>;
}
