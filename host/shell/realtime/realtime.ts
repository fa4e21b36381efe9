import type { RealtimeServerMessage } from '@waypost/contract';
import {
  clientStore,
  createRealtime,
  dictionary,
  type LinkSocket,
  makeWords,
  notify,
  realtimeStateAtom,
  type SocketListener,
  sessionAtom,
} from '@waypost/host-sdk';
import { callPlatform } from '../app/call-platform.ts';
import { client } from '../app/client.ts';
import { channelAddress } from './channel-address.ts';

const words = makeWords(dictionary);
/** Time for the answer to a change of password, milliseconds. */
const NEXT_TOKEN_MS = 1_500;

/** The page's channel to its server. */
export const realtime = createRealtime({
  openSocket: typeof WebSocket === 'undefined' ? undefined : openSocket,
  token: () => clientStore.get(sessionAtom)?.token,
  onSessionEnd: askWhetherSignedIn,
  onReload: () => window.location.reload(),
  onNotice: showNotice,
});

let isTold = false;
clientStore.sub(realtimeStateAtom, () => {
  if (isTold || clientStore.get(realtimeStateAtom) !== 'unsupported') return;
  isTold = true;
  notify.error(words('realtime.unsupported'));
});

/**
 * A change of the own password ends the session, too, and its answer brings the next token: only a token that is still
 * in use then is asked about. The client forgets a refused one by itself; a failed connection keeps it.
 */
function askWhetherSignedIn(): void {
  const ended = clientStore.get(sessionAtom)?.token;
  setTimeout(() => {
    if (ended === undefined || clientStore.get(sessionAtom)?.token !== ended) return;
    callPlatform(client, 'administrator/profile', {}).catch(() => undefined);
  }, NEXT_TOKEN_MS);
}

function openSocket(listener: SocketListener): LinkSocket {
  const socket = new WebSocket(channelAddress(window.location));
  socket.addEventListener('message', ({ data }) => listener.onMessage(data));
  socket.addEventListener('close', ({ code }) => listener.onClose(code));
  return socket;
}

/** docs/http.md, "Realtime": a message with status false is an error; one without content says that something went well. */
function showNotice({
  status,
  message,
  content,
}: Pick<RealtimeServerMessage, 'status' | 'message' | 'content'>): void {
  if (!status) notify.error(message || words('realtime.bad_data'));
  else if ((content === null || content === undefined) && message !== '') notify.success(message);
}
