import { createSocket } from 'node:dgram';
import { connect, isIP } from 'node:net';
import type { DnsTransport } from '@waypost/sdk';
import type { NameServer } from '../../process/name-server.ts';
import { untilAborted } from '../until-aborted.ts';
import {
  DnsMessageError,
  type DnsQuestion,
  type DnsReply,
  isReplyTo,
  readReply,
  writeQuestion,
} from './message.ts';

/** Answers that are longer than this are of no use to anybody, bytes. */
const LONGEST_REPLY = 16 * 1024;
const LENGTH_BYTES = 2;
/** What a server says that does not know the extension. */
const NOT_UNDERSTOOD = new Set(['FORMERR', 'NOTIMP']);

/** How a server is asked. */
export interface AskOptions {
  /** Ends the waiting. */
  signal: AbortSignal;
  /** `tcp`: by that alone. */
  transport?: DnsTransport | undefined;
}

/**
 * Asks one server: by UDP, by TCP where the answer was cut off (`isCut` says so still), without the extension where it was
 * not understood.
 * @throws DnsMessageError for an answer that is none; Error when there is none
 */
export async function askServer(
  server: NameServer,
  question: DnsQuestion,
  options: AskOptions,
): Promise<DnsReply> {
  const first = await askWith(server, question, true, options);
  return NOT_UNDERSTOOD.has(first.code) ? askWith(server, question, false, options) : first;
}

async function askWith(
  server: NameServer,
  question: DnsQuestion,
  hasExtension: boolean,
  { signal, transport = 'udp' }: AskOptions,
): Promise<DnsReply> {
  const sent = writeQuestion(question, hasExtension);
  if (transport === 'tcp') return readReply(question, await byTcp(server, sent, signal));
  const reply = readReply(question, await byUdp(server, sent, signal));
  return reply.isCut ? { ...readReply(question, await byTcp(server, sent, signal)), isCut: true } : reply;
}

/** The socket is bound to its peer, so the system lets nobody else's datagrams in; its port is a random one. */
async function byUdp(server: NameServer, sent: Buffer, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = createSocket(isIP(server.address) === 6 ? 'udp6' : 'udp4');
  socket.on('error', reject);
  // Not the callback of `connect`: that is called where no way leads, too, and to send would then throw at nobody.
  socket.on('connect', () =>
    socket.send(sent, (error) => {
      if (error) reject(error);
    }),
  );
  socket.on('message', (bytes: Buffer) => {
    if (isReplyTo(sent, bytes)) resolve(Buffer.from(bytes));
  });
  try {
    socket.connect(server.port, server.address);
    return await untilAborted(signal, promise);
  } finally {
    socket.close();
  }
}

async function byTcp(server: NameServer, sent: Buffer, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(sent.length);
  let kept = Buffer.alloc(0);
  const socket = connect({ host: server.address, port: server.port });
  socket.on('connect', () => socket.write(Buffer.concat([length, sent])));
  socket.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    if (kept.length < LENGTH_BYTES) return;
    const end = LENGTH_BYTES + kept.readUInt16BE(0);
    if (end > LONGEST_REPLY) reject(new DnsMessageError(`an answer of ${end} bytes`));
    else if (kept.length >= end) {
      const bytes = kept.subarray(LENGTH_BYTES, end);
      if (isReplyTo(sent, bytes)) resolve(bytes);
      else reject(new DnsMessageError('an answer to another question'));
    }
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('closed before the answer was there')));
  try {
    return await untilAborted(signal, promise);
  } finally {
    socket.destroy();
  }
}
