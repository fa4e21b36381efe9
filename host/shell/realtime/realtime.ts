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
import { client } from '../app/client.ts';
import { channelAddress } from './channel-address.ts';

const words = makeWords(dictionary);

/** The page's channel to its server. */
export const realtime = createRealtime({
  openSocket: typeof WebSocket === 'undefined' ? undefined : openSocket,
  token: () => clientStore.get(sessionAtom)?.token,
  onSessionEnd() {
    // The call says the same to the client, which forgets the session; a failed connection keeps it.
    client.post('administrator', 'profile', {}).catch(() => undefined);
  },
  onReload: () => window.location.reload(),
  onNotice: showNotice,
});

let isTold = false;
clientStore.sub(realtimeStateAtom, () => {
  if (isTold || clientStore.get(realtimeStateAtom) !== 'unsupported') return;
  isTold = true;
  notify.error(words('realtime.unsupported'));
});

function openSocket(listener: SocketListener): LinkSocket {
  const socket = new WebSocket(channelAddress(window.location));
  socket.addEventListener('message', ({ data }) => listener.onMessage(data));
  socket.addEventListener('close', ({ code }) => listener.onClose(code));
  return socket;
}

/** Specification section 8: a message with status false is an error; one without content says that something went well. */
function showNotice({
  status,
  message,
  content,
}: Pick<RealtimeServerMessage, 'status' | 'message' | 'content'>): void {
  if (!status) notify.error(message || words('realtime.bad_data'));
  else if ((content === null || content === undefined) && message !== '') notify.success(message);
}
