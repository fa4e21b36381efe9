import type { Logger } from '@waypost/sdk';
import type { Peer } from '../channel/peer.ts';

/** The log of the host, with fields that every record carries. */
export function createRemoteLog(peer: Peer, fields: Record<string, unknown> = {}): Logger {
  const at = (level: string) => (extra: Record<string, unknown>, message: string) =>
    peer.tell('log', { level, fields: plain({ ...fields, ...extra }), message: String(message) });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Errors have no JSON form of their own. */
function plain(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value,
    ]),
  );
}
