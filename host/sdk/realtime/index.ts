export * from './context.tsx';
export type { LinkSocket, RealtimeState, SocketListener } from './link.ts';
export * from './realtime.ts';
export * from './use-live-call.ts';
