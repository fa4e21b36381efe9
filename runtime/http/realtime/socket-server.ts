import { AppError, REALTIME_CLIENT_FRAME_BYTES } from '@waypost/contract';
import type { Server, ServerWebSocket, WebSocketHandler } from 'bun';
import type { Channel, Realtime } from '../../services/realtime/index.ts';
import { DATA_HEADERS } from '../security-headers.ts';

/** Sockets of one process; further ones are told to come back, so that they cannot use up its memory. */
const SOCKET_LIMIT = 10_000;
/** Bun's own limit behind ours: a reader this far behind is cut off by the server itself. */
const BACKPRESSURE_LIMIT_BYTES = 4 * 1_048_576;
/** Seconds; channels are ended earlier by what they do not say. */
const IDLE_SECONDS = 60;

interface SocketState {
  address: string;
  channel: Channel | undefined;
}

export interface SocketServer {
  /** Answers `GET /realtime`: the upgrade, or why not. */
  upgrade(request: Request, server: Server<undefined>): Promise<Response | undefined>;
  /** Ends the channels of addresses that are refused by now. */
  endBlocked(): void;
  /** For `Bun.serve`. */
  websocket: WebSocketHandler<undefined>;
}

/** `/realtime` of the one server: pages of this very host only, since a browser sends foreign pages' sockets, too. */
export function createSocketServer(options: {
  realtime: Realtime;
  isBackOffice(host: string | null): boolean;
  isOwnOrigin(origin: string, host: string | null): boolean;
  addressOf(request: Request): string;
  /** Whether an address is refused everywhere. */
  isBlocked(address: string): boolean;
  /** Counts a socket of the request's address. @throws AppError `too_many_requests` 429 */
  takeSocket(request: Request): Promise<void>;
}): SocketServer {
  const { realtime } = options;
  const sockets = new Set<ServerWebSocket<SocketState>>();

  const websocket: WebSocketHandler<SocketState> = {
    maxPayloadLength: REALTIME_CLIENT_FRAME_BYTES,
    backpressureLimit: BACKPRESSURE_LIMIT_BYTES,
    closeOnBackpressureLimit: true,
    idleTimeout: IDLE_SECONDS,
    sendPings: false,
    perMessageDeflate: false,
    open(socket) {
      sockets.add(socket);
      socket.data.channel = realtime.open(adapter(socket));
    },
    message(socket, frame) {
      socket.data.channel?.receive(frame);
    },
    close(socket) {
      sockets.delete(socket);
      const { channel } = socket.data;
      socket.data.channel = undefined;
      if (channel !== undefined) realtime.closed(channel);
    },
  };

  return {
    async upgrade(request, server) {
      const host = request.headers.get('host');
      const origin = request.headers.get('origin');
      if (!options.isBackOffice(host)) return refuse(404);
      if (request.method !== 'GET') return refuse(405, { allow: 'GET' });
      if (origin === null || !options.isOwnOrigin(origin, host)) return refuse(403);
      const address = options.addressOf(request);
      if (options.isBlocked(address)) return refuse(403);
      if (realtime.size() >= SOCKET_LIMIT) return refuse(503, { 'retry-after': '5' });
      try {
        await options.takeSocket(request);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return refuse(error.status, { 'retry-after': String(error.params.seconds ?? 60) });
      }
      const state: SocketState = { address, channel: undefined };
      if (server.upgrade(request, { data: state as unknown as undefined })) return undefined;
      return refuse(426, { upgrade: 'websocket', connection: 'upgrade' });
    },
    endBlocked() {
      for (const socket of sockets)
        if (options.isBlocked(socket.data.address)) socket.data.channel?.end('address_blocked');
    },
    // The rest of the server keeps no data with its sockets and need not know of ours.
    websocket: websocket as unknown as WebSocketHandler<undefined>,
  };
}

function adapter(socket: ServerWebSocket<SocketState>) {
  return {
    send: (text: string) => void socket.send(text),
    buffered: () => socket.getBufferedAmount(),
    close: (code: number, reason: string) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}

function refuse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...DATA_HEADERS, ...headers } });
}
