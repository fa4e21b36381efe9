import {
  RealtimeClientType,
  type RealtimeServerMessage,
  RealtimeServerType,
  zRealtimeEvent,
} from '@waypost/contract';
import { atom } from 'jotai';
import { clientStore } from '../session/session.ts';
import { createLink, type Link, type LinkOptions, type RealtimeState } from './link.ts';

/** What the channel is doing; screens and the dot in the header read it. */
export const realtimeStateAtom = atom<RealtimeState>('off');
/** Topics that the server has let this browser follow, on the channel that is open now. */
export const joinedTopicsAtom = atom<ReadonlySet<string>>(new Set<string>());

type Listener = (data: unknown) => void;

export interface RealtimeOptions extends Pick<LinkOptions, 'openSocket' | 'token' | 'onSessionEnd'> {
  /** A message that is neither an event nor ignored, close or reload. */
  onNotice(message: RealtimeServerMessage): void;
  /** The host's own files were replaced. */
  onReload(): void;
}

/** The one channel of this page and who listens to what. */
export interface Realtime {
  start(locale: string): void;
  stop(): void;
  /** Follows a topic until the answer is called. */
  follow(topic: string, listener: Listener): () => void;
  /** Asks for every followed topic again: topics come and go with plugins. */
  askAgain(): void;
}

export function createRealtime(options: RealtimeOptions): Realtime {
  const listeners = new Map<string, Set<Listener>>();
  let host: unknown;

  const ask = (topic: string) => link.send({ type: RealtimeClientType.subscribe, content: { topic } });
  const setJoined = (change: (joined: Set<string>) => void) => {
    const joined = new Set(clientStore.get(joinedTopicsAtom));
    change(joined);
    clientStore.set(joinedTopicsAtom, joined);
  };

  const link: Link = createLink({
    ...options,
    onState(state) {
      if (state !== 'connected') setJoined((joined) => joined.clear());
      clientStore.set(realtimeStateAtom, state);
    },
    onLinked(content) {
      const stamp = (content as { host?: unknown } | null)?.host;
      if (host !== undefined && stamp !== host) options.onReload();
      host = stamp;
      for (const topic of listeners.keys()) ask(topic);
    },
    onMessage(message) {
      switch (message.type) {
        case RealtimeServerType.ignored:
          return noteTopic(message);
        case RealtimeServerType.reload:
          return options.onReload();
        case RealtimeServerType.event:
          return tell(message.content);
        default:
          return options.onNotice(message);
      }
    },
  });

  /** An answer to subscribe or unsubscribe names its topic. */
  function noteTopic({ status, content }: RealtimeServerMessage): void {
    const topic = (content as { topic?: unknown } | null)?.topic;
    if (typeof topic !== 'string') return;
    setJoined((joined) => {
      if (status && listeners.has(topic)) joined.add(topic);
      else joined.delete(topic);
    });
  }

  function tell(content: unknown): void {
    const event = zRealtimeEvent.safeParse(content);
    if (!event.success) return;
    for (const listener of listeners.get(event.data.topic) ?? []) listener(event.data.data);
  }

  return {
    start: link.open,
    stop: link.close,
    follow(topic, listener) {
      const own: Listener = (data) => listener(data);
      const known = listeners.get(topic);
      if (known) known.add(own);
      else {
        listeners.set(topic, new Set([own]));
        if (clientStore.get(realtimeStateAtom) === 'connected') ask(topic);
      }
      return () => {
        const left = listeners.get(topic);
        left?.delete(own);
        if (left === undefined || left.size > 0) return;
        listeners.delete(topic);
        setJoined((joined) => joined.delete(topic));
        if (clientStore.get(realtimeStateAtom) === 'connected')
          link.send({ type: RealtimeClientType.unsubscribe, content: { topic } });
      };
    },
    askAgain() {
      if (clientStore.get(realtimeStateAtom) === 'connected')
        for (const topic of listeners.keys()) ask(topic);
    },
  };
}
