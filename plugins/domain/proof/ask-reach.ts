import { AppError } from '@waypost/contract';
import type { InternetErrorCode, PluginContext } from '@waypost/sdk';
import type { Reach, ReachFault } from '../domains/values.ts';

/** Whether visits of a name come here. */
export interface ReachLook {
  reach: Reach;
  fault: ReachFault;
  /** Whether the answer came by https, be it that a redirect led there. */
  isSafe: boolean;
}

const NONCE_BYTES = 18;
const LIMITS = { limitMs: 10_000, limitBytes: 4_096 };
/** What stands between us and a name for good; anything else may be over in a moment. */
const FAULTS: Readonly<Partial<Record<string, ReachFault>>> = {
  internet_no_address: 'no_address',
  internet_address_refused: 'not_public',
  // What was asked for is a name: this is where somebody sends us on to.
  internet_address_invalid: 'other_server',
  internet_connection_refused: 'no_connection',
  internet_unreachable: 'no_connection',
  internet_tls_failed: 'no_safe_connection',
  internet_connection_broken: 'other_server',
  internet_redirected: 'other_server',
  internet_too_large: 'other_server',
} satisfies Partial<Record<InternetErrorCode, ReachFault>>;

/** Asks a name for a challenge that only this installation can answer: a parked page, or another server, cannot. */
export async function askReach(
  context: PluginContext,
  host: string,
  { scheme = 'http', limitMs = LIMITS.limitMs }: { scheme?: 'http' | 'https'; limitMs?: number } = {},
): Promise<ReachLook> {
  const nonce = Buffer.from(context.random.bytes(NONCE_BYTES)).toString('base64url');
  try {
    const response = await context.internet.fetch(`${scheme}://${host}/.well-known/waypost/${nonce}`, {
      ...LIMITS,
      limitMs,
    });
    const answer = await response.text();
    const isHere = response.ok && (await context.answers.isOwnSignature({ host, nonce, answer }));
    const isSafe = new URL(response.url).protocol === 'https:';
    return isHere
      ? { reach: 'here', fault: '', isSafe }
      : { reach: 'elsewhere', fault: 'other_server', isSafe };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fault = FAULTS[error.code];
    return fault === undefined
      ? { reach: 'unknown', fault: 'no_answer', isSafe: false }
      : { reach: 'elsewhere', fault, isSafe: false };
  }
}
