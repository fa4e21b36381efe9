import type { NameServer } from '../../process/name-server.ts';
import { dnsErrors } from '../internet-errors.ts';
import { askServer } from './ask-server.ts';
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
}

type Fault = 'serverFailed' | 'refused' | 'timedOut';

/**
 * Asks servers one after the other until one says something: that a name is there, or that it is not. Those that gave no
 * answer are asked once more.
 * @throws AppError `dns_server_failed`, `dns_refused` as the last one said, `dns_timed_out` when none said anything
 */
export async function askInTurn(
  servers: readonly NameServer[],
  question: DnsQuestion,
  { signal, wantsAuthority, tryMs = TRY_MS }: Asking,
): Promise<{ reply: DnsReply; server: NameServer }> {
  let fault: Fault = 'timedOut';
  let silent = [...servers];
  for (let round = 0; round < ROUNDS && silent.length > 0; round += 1) {
    const asked = silent;
    silent = [];
    for (const server of asked) {
      if (signal.aborted) break;
      const said = await hear(server, question, AbortSignal.any([signal, AbortSignal.timeout(tryMs)]));
      if (said === 'timedOut') silent.push(server);
      else if (typeof said === 'string') fault = said;
      else if (!wantsAuthority || said.isAuthoritative) return { reply: said, server };
      // It is said to be a server of the zone and knows nothing of it.
      else fault = 'serverFailed';
    }
  }
  throw dnsErrors[fault].create({ name: question.name });
}

async function hear(
  server: NameServer,
  question: DnsQuestion,
  signal: AbortSignal,
): Promise<DnsReply | Fault> {
  try {
    const reply = await askServer(server, question, signal);
    if (reply.code === 'NOERROR' || reply.code === 'NXDOMAIN') return reply;
    return reply.code === 'REFUSED' ? 'refused' : 'serverFailed';
  } catch (error) {
    return error instanceof DnsMessageError ? 'serverFailed' : 'timedOut';
  }
}
