export type { Channel, SignedIn } from './channel.ts';
export { createRealtime, type Realtime, type RealtimeOptions, type SessionChange } from './realtime.ts';
export { watchMenu, watchSessions } from './session-watch.ts';
export type { RealtimeSocket } from './socket.ts';
