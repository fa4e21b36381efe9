import type { Socket, UnixSocketListener } from 'bun';
import { createFraming, type Framing } from '../wire/framing.ts';
import { encodeOpMsg, encodeOpReply, Opcode, parseMessage } from '../wire/message.ts';
import type { Dispatch } from './dispatch.ts';

/** What is kept for each connection. */
interface Connection {
  id: number;
  framing: Framing;
  /** Bytes the socket has not taken yet, oldest first. */
  unsent: Uint8Array[];
}

/** A listening server. */
export interface Listener {
  connectionCount(): number;
  close(): void;
}

/** Longest path a unix socket can have on Linux, without its closing zero (sockaddr_un). */
export const LONGEST_SOCKET_PATH = 107;

/**
 * Serves the wire protocol on a unix socket.
 * @throws Error when the path is too long or taken.
 */
export const listen = (input: {
  path: string;
  dispatch: Dispatch;
  /** Told of a connection that is gone, by its number. */
  closed: (connection: number) => void;
  log: (event: string, error: unknown) => void;
}): Listener => {
  if (Buffer.byteLength(input.path) > LONGEST_SOCKET_PATH) {
    throw new Error(`socket path is longer than ${LONGEST_SOCKET_PATH} bytes: ${input.path}`);
  }
  let lastConnection = 0;
  let lastRequest = 0;
  let open = 0;

  const receive = (socket: Socket<Connection>, chunk: Uint8Array): void => {
    const { framing, id } = socket.data;
    for (const bytes of framing.push(chunk)) {
      const message = parseMessage(bytes);
      input.dispatch(message, id, (body) => {
        if (message.isUnacknowledged) return;
        lastRequest = (lastRequest + 1) & 0x7fffffff;
        const encode = message.opcode === Opcode.query ? encodeOpReply : encodeOpMsg;
        send(socket, encode(message.requestId, lastRequest, body));
      });
    }
  };

  const server: UnixSocketListener<Connection> = Bun.listen<Connection>({
    unix: input.path,
    socket: {
      open: (socket) => {
        lastConnection += 1;
        open += 1;
        socket.data = { id: lastConnection, framing: createFraming(), unsent: [] };
      },
      data: (socket, chunk) => {
        try {
          receive(socket, chunk);
        } catch (error) {
          input.log('a connection sent what cannot be read', error);
          socket.terminate();
        }
      },
      drain: (socket) => flush(socket),
      close: (socket) => {
        open -= 1;
        socket.data.unsent = [];
        input.closed(socket.data.id);
      },
      error: (_socket, error) => input.log('a connection failed', error),
    },
  });
  return { connectionCount: () => open, close: () => server.stop(true) };
};

const send = (socket: Socket<Connection>, bytes: Uint8Array): void => {
  const { unsent } = socket.data;
  unsent.push(bytes);
  if (unsent.length === 1) flush(socket);
};

const flush = (socket: Socket<Connection>): void => {
  const { unsent } = socket.data;
  while (unsent.length > 0) {
    const first = unsent[0] as Uint8Array;
    const written = socket.write(first);
    if (written < 0) {
      unsent.length = 0;
      return;
    }
    if (written < first.length) {
      unsent[0] = first.subarray(written);
      return;
    }
    unsent.shift();
  }
};
