import type { RequestContext } from './request.ts';

/**
 * Hashing takes memory and a thread each time, so all of it goes through one gate, which is fair between kinds of work and
 * between clients. Errors: `too_many_requests` 429 when too many wait, or for too long.
 */
export interface PluginPasswords {
  /** Argon2id at the cost that OWASP asks for. `password` has 1 to 1,024 characters, else TypeError. */
  hash(password: string, request: RequestContext): Promise<string>;
  /** Whether a password is the one of `hash`. Undefined, for something that does not exist, takes as long and is false. */
  verify(password: string, hash: string | undefined, request: RequestContext): Promise<boolean>;
}
