import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:net';
import { type Answer, decode, encode, type Packet, type Question } from 'dns-packet';
import type { NameServer } from '../../process/name-server.ts';

export type { Answer } from 'dns-packet';

/** What a server says; undefined: nothing. `bytes` are sent as they are. */
export type Said =
  | {
      code?: number;
      answers?: Answer[];
      authorities?: Answer[];
      isCut?: boolean;
      hasAuthority?: boolean;
      question?: Question;
    }
  | { bytes: Buffer }
  | undefined;
export type Say = (question: Question, by: 'udp' | 'tcp', asked: Packet) => Said;

export interface TestNameServer extends NameServer, AsyncDisposable {
  /** `TYPE name` of everything that was asked, with `tcp` where it was. */
  asked: string[];
}

const RESPONSE = 1 << 15;
const AUTHORITATIVE = 1 << 10;
const CUT = 1 << 9;
const LENGTH_BYTES = 2;

/** A server of names on loopback that speaks the protocol by UDP and TCP and says what it is told to say. */
export async function startNameServer(say: Say, address = '127.0.0.1'): Promise<TestNameServer> {
  const asked: string[] = [];
  const answer = (bytes: Buffer, by: 'udp' | 'tcp'): Buffer | undefined => {
    const packet = decode(bytes);
    const [question] = packet.questions ?? [];
    if (question === undefined) return undefined;
    asked.push(`${question.type} ${question.name}${by === 'tcp' ? ' tcp' : ''}`);
    const said = say(question, by, packet);
    if (said === undefined || 'bytes' in said) return said?.bytes;
    const { code = 0, answers = [], authorities = [], isCut = false, hasAuthority = true } = said;
    return encode({
      type: 'response',
      id: packet.id,
      flags: RESPONSE | code | (hasAuthority ? AUTHORITATIVE : 0) | (isCut ? CUT : 0),
      questions: [said.question ?? question],
      answers,
      authorities,
    } as Packet);
  };

  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      const bytes = answer(chunk.subarray(LENGTH_BYTES), 'tcp');
      if (bytes === undefined) return;
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(bytes.length);
      socket.write(Buffer.concat([length, bytes]));
    });
  });
  const listen = async () => {
    await new Promise<void>((resolve) => tcp.listen(0, address, resolve));
    return (tcp.address() as { port: number }).port;
  };
  let port = await listen();
  let udp = await bindUdp(port, address);
  // Another process has the port for UDP.
  while (udp === undefined) {
    await new Promise((resolve) => tcp.close(resolve));
    port = await listen();
    udp = await bindUdp(port, address);
  }
  const datagrams = udp;
  datagrams.on('message', (message: Buffer, peer) => {
    const bytes = answer(message, 'udp');
    if (bytes !== undefined) datagrams.send(bytes, peer.port, peer.address);
  });
  return {
    address,
    port,
    asked,
    async [Symbol.asyncDispose]() {
      datagrams.close();
      tcp.close();
    },
  };
}

/** A socket at a port; undefined where it is taken. */
function bindUdp(port: number, address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => resolve(undefined));
    socket.bind(port, address, () => resolve(socket));
  });
}

/** A server that knows some names: `{ 'A shop.example': ['192.0.2.1'] }`; of others it says that they are not there. */
export function knowing(records: Record<string, readonly unknown[]>): Say {
  const names = new Set(Object.keys(records).map((key) => key.split(' ')[1]));
  return ({ type, name }) => {
    const of = (kind: string) =>
      (records[`${kind} ${name}`] ?? []).map((data) => ({ type: kind, name, ttl: 300, data }) as Answer);
    if (!names.has(name)) return { code: 3 };
    const own = of(type);
    if (own.length > 0) return { answers: own };
    const alias = of('CNAME')[0];
    if (alias === undefined) return {};
    const target = (alias as { data: string }).data;
    const further = (records[`${type} ${target}`] ?? []).map(
      (data) => ({ type, name: target, ttl: 60, data }) as Answer,
    );
    return { answers: [alias, ...further] };
  };
}
