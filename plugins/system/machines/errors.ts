import { defineError } from '@waypost/contract';
import type { PlatformContext } from '@waypost/sdk/platform';

export const machineErrors = {
  /** The server's own configuration does not say SSH_SERVERS=on. */
  off: defineError({ code: 'machines_off', status: 409 }),
  /** Somebody looks at its key first. Params: which ones. */
  unconfirmed: defineError({ code: 'server_unconfirmed', status: 409, params: ['names'] }),
  /** It shows another key than the one that was confirmed. Params: which ones. */
  keyChanged: defineError({ code: 'server_key_changed', status: 409, params: ['names'] }),
  /** What was confirmed is not what it shows now. */
  keyOther: defineError({ code: 'server_key_other', status: 409 }),
  /** Nothing came of a look at its key. Params: a sentence that says why. */
  silent: defineError({ code: 'server_silent', status: 409, params: ['reason'] }),
  /** A run has ended, or was cancelled before. */
  runEnded: defineError({ code: 'script_run_ended', status: 409 }),
};

/** @throws AppError `machines_off` 409 */
export function requireMachines({ installation }: Pick<PlatformContext, 'installation'>): void {
  if (!installation.hasMachines()) throw machineErrors.off.create();
}
