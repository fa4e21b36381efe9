import { createServer, type Socket } from 'node:net';

/** Sends until nobody reads any more. */
function endlessly(socket: Socket, part: string): void {
  const send = () => {
    if (socket.destroyed) return;
    if (socket.write(part)) setImmediate(send);
    else socket.once('drain', send);
  };
  send();
}

/** Sends a little now and then, for ever. */
function slowly(socket: Socket, part: string): void {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(part)), 20);
}

/** What a server does that means no good, by the path that it is asked for. */
const DEEDS: Readonly<Record<string, (socket: Socket) => void>> = {
  '/hang': () => undefined,
  '/drip': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
    slowly(socket, 'x');
  },
  '/drip-headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    slowly(socket, 'x-more: x\r\n');
  },
  '/continue': (socket) => slowly(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
  '/endless': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    endlessly(socket, 'x'.repeat(64 * 1024));
  },
  '/endless-chunks': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    endlessly(socket, `8000\r\n${'x'.repeat(0x8000)}\r\n`);
  },
  '/endless-headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    endlessly(socket, `x-more: ${'x'.repeat(32 * 1024)}\r\n`);
  },
  '/endless-header': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-more: ');
    endlessly(socket, 'x'.repeat(32 * 1024));
  },
  '/cut': (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'),
  '/rubbish': (socket) => void socket.write('SSH-2.0-nothing\r\n'),
  '/strange-status': (socket) => void socket.write('HTTP/1.1 799 Odd\r\ncontent-length: 0\r\n\r\n'),
  '/switch': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  '/leave': (socket) => void socket.destroy(),
};

export const HOSTILE_PATHS = Object.keys(DEEDS);

export interface HostileServer extends AsyncDisposable {
  port: number;
}

/** An HTTP server on loopback that lies, hangs and never ends. */
export async function startHostileServer(address: string): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (asked: Buffer) => {
      const path = asked.toString('latin1').split(' ')[1] ?? '';
      DEEDS[path]?.(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    port: (server.address() as { port: number }).port,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
