import {
  openFrame,
  type RealtimeKeys,
  sealFirstFrame,
  sealFrame,
} from '../../../host/sdk/realtime/frame-cipher.ts';

/** An open channel that follows one topic. */
export interface Client {
  close(): Promise<void>;
}

/** Opens a channel, logs in and follows `topic`; `onEvent` gets each event's data and when its frame arrived (ms since 1970). */
export async function openClient(
  origin: string,
  token: string,
  topic: string,
  onEvent: (data: { at: number }, arrived: number) => void,
): Promise<Client> {
  const options = { headers: { origin } } as unknown as string[];
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/realtime`, options);
  const ready = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let keys: RealtimeKeys | undefined;
  socket.onclose = ({ code, reason }) => {
    ready.reject(new Error(`closed with ${code} ${reason}`));
    closed.resolve();
  };
  socket.onmessage = ({ data }) => {
    const arrived = performance.timeOrigin + performance.now();
    if (keys === undefined) {
      const first = sealFirstFrame(
        JSON.stringify({ type: 1, token, locale: 'en-US' }),
        JSON.parse(String(data)),
      );
      keys = first.keys;
      socket.send(JSON.stringify(first.sealed));
      const ask = JSON.stringify({ type: 6, content: { topic } });
      socket.send(JSON.stringify(sealFrame(keys, 'c2s', 1, ask)));
      return;
    }
    const message = JSON.parse(openFrame(keys, 's2c', JSON.parse(String(data)))) as {
      type: number;
      content: { topic?: string; data: { at: number } };
    };
    if (message.type === 4) onEvent(message.content.data, arrived);
    else if (message.content?.topic === topic) ready.resolve();
  };
  await ready.promise;
  let seq = 1;
  const pinging = setInterval(() => {
    seq += 1;
    if (keys) socket.send(JSON.stringify(sealFrame(keys, 'c2s', seq, '{"type":5}')));
  }, 5_000);
  return {
    close: () => {
      clearInterval(pinging);
      socket.close();
      return closed.promise;
    },
  };
}
