import type { DnsFailure, DnsTransport } from '@waypost/sdk';
import type { NameServer } from '../../process/name-server.ts';
import { dnsErrors } from '../internet-errors.ts';
import { type AskOptions, askServer } from './ask-server.ts';
import { DnsMessageError, type DnsQuestion, type DnsReply } from './message.ts';

/** How long one server is waited for before the next one is asked; datagrams get lost. */
const TRY_MS = 1_500;
const ROUNDS = 2;

export interface Asking {
  /** Ends all of it. */
  signal: AbortSignal;
  /** Only what a server of the zone itself says counts. */
  wantsAuthority: boolean;
  tryMs?: number;
  transport?: DnsTransport | undefined;
}

/** A server that answered and did not say; why it did not stands in the error. */
type Fault = DnsFailure | 'refused' | 'timedOut';

/**
 * Asks servers one after the other until one says something: that a name is there, or that it is not. Those that gave no
 * answer are asked once more.
 * @throws AppError `dns_server_failed`, `dns_refused` as the last one said, `dns_timed_out` when none said anything
 */
export async function askInTurn(
  servers: readonly NameServer[],
  question: DnsQuestion,
  { signal, wantsAuthority, transport, tryMs = TRY_MS }: Asking,
): Promise<{ reply: DnsReply; server: NameServer }> {
  let fault: Fault = 'timedOut';
  let silent = [...servers];
  for (let round = 0; round < ROUNDS && silent.length > 0; round += 1) {
    const asked = silent;
    silent = [];
    for (const server of asked) {
      if (signal.aborted) break;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(tryMs)]);
      const said = await hear(server, question, { signal: limit, transport });
      if (said === 'timedOut') silent.push(server);
      else if (typeof said === 'string') fault = said;
      // It is said to know the zone, or to find it out, and does neither.
      else if (said.isReferral || (wantsAuthority && !said.isAuthoritative)) fault = 'lame';
      else return { reply: said, server };
    }
  }
  const { name } = question;
  if (fault === 'refused' || fault === 'timedOut') throw dnsErrors[fault].create({ name });
  throw dnsErrors.serverFailed.create({ name, reason: fault });
}

async function hear(
  server: NameServer,
  question: DnsQuestion,
  options: AskOptions,
): Promise<DnsReply | Fault> {
  try {
    const reply = await askServer(server, question, options);
    if (reply.code === 'NOERROR' || reply.code === 'NXDOMAIN') return reply;
    return reply.code === 'REFUSED' ? 'refused' : 'failed';
  } catch (error) {
    return error instanceof DnsMessageError ? 'unreadable' : 'timedOut';
  }
}
