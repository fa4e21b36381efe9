import { connect, type Socket } from 'node:net';

/**
 * Strangers that take the server's time, until standard input ends: `flooder.ts <port> <connections> <networks>`. A third
 * of the connections each sends bodies far above the limit, bodies just below it with as many names as fit, and
 * bodies of a byte at a time. Whoever is answered or cut off asks again at once. Says `ready`, and at the end what was
 * answered, as JSON.
 */
const [port = 0, connections = 50, networks = 1] = process.argv.slice(2).map(Number);

const LARGE_BYTES = 750_000;
const SLOW_BYTES = 16_000;
const SLOW_PAUSE_MS = 100;
const CALLS = [
  'qr_code_list/share_access',
  'qr_code_access/public_enquiry',
  'language/inquire',
  'administrator/register',
];
/** 70,000 names, as they were seen; and what of them fits into 16 KB. */
const large = namesUpTo(LARGE_BYTES);
const small = namesUpTo(16_300);

const answered: Record<string, number> = {};
let isOver = false;
let number = 0;

function namesUpTo(bytes: number): string {
  const parts: string[] = [];
  for (let size = 2, index = 0; size < bytes - 16; index += 1) {
    const part = `"${index.toString(36)}":0`;
    parts.push(part);
    size += part.length + 1;
  }
  return `{${parts.join(',')}}`;
}

function head(index: number, bytes: number): string {
  number += 1;
  const call = CALLS[number % CALLS.length];
  const address = `203.0.${113 + ((index % networks) >> 8)}.${(index % networks) & 255}`;
  return `POST /api/${call} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${bytes}\r\n\r\n`;
}

/** One connection after the other; `speak` is called at its beginning and after each answer. */
function keepAsking(speak: (socket: Socket) => void): void {
  if (isOver) return;
  const socket = connect(port, '127.0.0.1', () => speak(socket));
  socket.on('data', (chunk) => {
    const text = chunk.toString('latin1');
    const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
    if (status === undefined) return;
    answered[status] = (answered[status] ?? 0) + 1;
    if (/\r\nconnection: close\r\n/i.test(text)) socket.destroy();
    else speak(socket);
  });
  // Being cut off in the middle of a body is what is expected here.
  socket.on('error', () => socket.destroy());
  socket.on('close', () => setImmediate(() => keepAsking(speak)));
}

function speakSlowly(socket: Socket, index: number): void {
  socket.write(head(index, SLOW_BYTES));
  const timer = setInterval(
    () => (socket.writable ? socket.write(' ') : clearInterval(timer)),
    SLOW_PAUSE_MS,
  );
  socket.once('close', () => clearInterval(timer));
}

for (let index = 0; index < connections; index += 1) {
  if (index % 3 === 0) keepAsking((socket) => void socket.write(head(index, large.length) + large));
  else if (index % 3 === 1) keepAsking((socket) => void socket.write(head(index, small.length) + small));
  else keepAsking((socket) => speakSlowly(socket, index));
}
console.log('ready');
for await (const _ of Bun.stdin.stream()) if (isOver) break;
isOver = true;
console.log(JSON.stringify(answered));
process.exit(0);
