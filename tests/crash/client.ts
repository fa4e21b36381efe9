import { openSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { addressOfRequest, MAX_REQUESTS } from './request-address.ts';
import { seededRandom } from './seeded-random.ts';

/**
 * The visitors of the crash test: a process of its own that writes down each request before it is sent (`S id code`)
 * and what came back (`A id status`). Plain sockets, because an HTTP client may send a request a second time by itself.
 * Arguments: port, log file, seed, pause in milliseconds, codes separated by commas. Ends on SIGTERM.
 */
const [port = '', file = '', seed = '', pause = '', codes = ''] = process.argv.slice(2);
const CONNECTIONS = 16;
const RECONNECT_MS = 20;
const log = openSync(file, 'a');
const names = codes.split(',');
const random = seededRandom(Number(seed));
let nextId = 0;
let isStopping = false;

const note = (line: string): void => void writeSync(log, `${line}\n`);

function open(): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

/** Sends one request and waits for its answer; undefined when the connection broke before. */
function ask(socket: Socket, id: number, code: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    // Closed while the visitor paused: nothing would ever come.
    if (socket.readyState !== 'open') return resolve(undefined);
    let text = '';
    const finish = (status: number | undefined): void => {
      socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('error');
      socket.on('error', () => undefined);
      resolve(status);
    };
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (text.length >= end + 4 + length) finish(Number(text.slice(9, 12)));
    });
    socket.on('close', () => finish(undefined));
    socket.on('error', () => finish(undefined));
    note(`S ${id} ${code}`);
    socket.write(
      `GET /${code} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: visitor ${id % 50}\r\nX-Forwarded-For: ${addressOfRequest(id)}\r\n\r\n`,
    );
  });
}

async function visitor(): Promise<void> {
  while (!isStopping) {
    const socket = await open();
    if (socket === undefined) {
      await Bun.sleep(RECONNECT_MS);
      continue;
    }
    while (!isStopping && nextId < MAX_REQUESTS) {
      const id = nextId++;
      const status = await ask(socket, id, names[Math.floor(random() * names.length)] as string);
      if (status === undefined) break;
      note(`A ${id} ${status}`);
      await Bun.sleep(random() * 2 * Number(pause));
    }
    socket.destroy();
  }
}

process.on('SIGTERM', () => {
  isStopping = true;
});
await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
