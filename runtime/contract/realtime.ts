import { z } from 'zod';

/** docs/http.md, "Realtime": HKDF info of the first frame and of the keys by direction. */
export const REALTIME_LOGIN_INFO = 'waypost/v1/realtime/login/first';
export const REALTIME_DIRECTIONS = ['c2s', 's2c'] as const;
/** Client to server, server to client. */
export type RealtimeDirection = (typeof REALTIME_DIRECTIONS)[number];
export function realtimeInfo(direction: RealtimeDirection): string {
  return `waypost/v1/realtime/${direction}`;
}

/**
 * Nonce (24 bytes) of frame `seq` of a direction: the direction's name in ASCII, zeros, `seq` as 8 bytes big endian.
 * It never repeats under a key, because keys differ by connection and direction and `seq` only rises.
 */
export function realtimeNonce(direction: RealtimeDirection, seq: number): Uint8Array {
  const nonce = new Uint8Array(24);
  for (let index = 0; index < direction.length; index += 1) nonce[index] = direction.charCodeAt(index);
  new DataView(nonce.buffer).setBigUint64(16, BigInt(seq));
  return nonce;
}

/** What the cipher authenticates beside the text of a frame: `waypost/v1/realtime/<direction>/<seq>`. */
export function realtimeAad(direction: RealtimeDirection, seq: number): Uint8Array {
  return new TextEncoder().encode(`${realtimeInfo(direction)}/${seq}`);
}

/** Largest frame that either side sends or takes, bytes; a client has little to say, events carry lists. */
export const REALTIME_CLIENT_FRAME_BYTES = 8_192;
export const REALTIME_SERVER_FRAME_BYTES = 262_144;
/** Milliseconds from opening to the first frame. */
export const REALTIME_LOGIN_MS = 5_000;
/** A channel that was silent for this many ping intervals is closed; half an interval more for a slow line. */
export const REALTIME_SILENT_MS = 17_500;

/** Message types of the client. */
export const RealtimeClientType = { login: 1, ping: 5, subscribe: 6, unsubscribe: 7 } as const;
/** Message types of the server. */
export const RealtimeServerType = { ignored: 1, reload: 2, close: 3, event: 4 } as const;

/** Close codes, each with the reason of the same name. 4401, 4403: the session is worth nothing, do not come back with it. */
export const RealtimeClose = {
  bad_frame: 4400,
  login_refused: 4401,
  session_ended: 4403,
  address_blocked: 4406,
  login_timeout: 4408,
  out_of_sequence: 4409,
  silent: 4410,
  slow_reader: 4428,
  too_many_messages: 4429,
  try_again: 4503,
} as const;
export type RealtimeCloseReason = keyof typeof RealtimeClose;

/** The first thing the server says. */
export const zRealtimeHello = z.object({
  kid: z.string(),
  public_key: z.string(),
  challenge: z.string(),
});
export type RealtimeHello = z.infer<typeof zRealtimeHello>;

/** Every frame after the first. `data`: sealed JSON, base64url. */
export const zRealtimeFrame = z.strictObject({
  encryption: z.literal(1),
  seq: z.int().positive(),
  data: z.string().regex(/^[A-Za-z0-9_-]{22,}$/),
});
export type RealtimeFrame = z.infer<typeof zRealtimeFrame>;

/** What the client's first frame seals. A language that we do not have becomes the default one. */
export const zRealtimeLogin = z.strictObject({
  type: z.literal(RealtimeClientType.login),
  token: z.string().min(1).max(500),
  locale: z.string().max(100),
});

/** `<plugin>.<name>` with an optional `:<parameter>`. */
export const zTopic = z
  .string()
  .max(120)
  .regex(/^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+(:[A-Za-z0-9_-]+)?$/);

/** The shape that every message has; what a client leaves out is nothing. */
const messageShape = {
  status: z.boolean().optional(),
  message: z.string().max(1_000).optional(),
  count: z.int().optional(),
};
/** The topic stands in `content` or beside it: programs send either. */
const topicMessage = <const T extends number>(type: T) =>
  z
    .strictObject({
      ...messageShape,
      type: z.literal(type),
      topic: zTopic.optional(),
      content: z.strictObject({ topic: zTopic }).nullish(),
    })
    .transform((message, context) => {
      const topic = message.content?.topic ?? message.topic;
      if (topic !== undefined) return { type, topic };
      context.addIssue({ code: 'custom', path: ['content', 'topic'], message: 'expected a topic' });
      return z.NEVER;
    });

/** What a client says after the first frame. */
export const zRealtimeClientMessage = z.union([
  z
    .strictObject({ ...messageShape, type: z.literal(RealtimeClientType.ping), content: z.null().optional() })
    .transform(() => ({ type: RealtimeClientType.ping })),
  topicMessage(RealtimeClientType.subscribe),
  topicMessage(RealtimeClientType.unsubscribe),
]);
export type RealtimeClientMessage = z.infer<typeof zRealtimeClientMessage>;

/** What the server says: docs/http.md, "Realtime". `count`: how many things `content` holds. */
export const zRealtimeServerMessage = z.object({
  status: z.boolean(),
  message: z.string(),
  content: z.unknown(),
  count: z.int(),
  type: z.int(),
});
export type RealtimeServerMessage = z.infer<typeof zRealtimeServerMessage>;

/** Content of a server message of type event. */
export const zRealtimeEvent = z.object({ topic: z.string(), data: z.unknown() });

/** Topic that every logged-in browser may follow: `{ generation }` after each switch of plugins. */
export const PLUGINS_TOPIC = 'platform.plugins';
/** Topic that every logged-in browser may follow: an event after each change of languages or of words. */
export const LANGUAGES_TOPIC = 'platform.languages';
