import type { RealtimeTopic } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { readServers } from './ping-servers.ts';
import { SERVERS_TOPIC } from './values.ts';

/** Milliseconds between two looks into the store while somebody follows. */
const READ_MS = 2_000;

/** Topic of what is known of servers: told when it has changed, by whatever process looked at them. */
export function tellServers(context: PlatformContext): RealtimeTopic {
  return {
    permission: 'system.server:read',
    watched(audience) {
      let told = '';
      const tell = async () => {
        const rows = await readServers(context);
        const servers = rows
          .map(({ _id, state, fault, latency, seen_time }) => ({
            id: String(_id),
            state,
            fault,
            latency,
            seen_time,
          }))
          .toSorted((one, other) => one.id.localeCompare(other.id));
        const text = JSON.stringify(servers);
        if (text === told) return;
        told = text;
        context.realtime.publish(SERVERS_TOPIC, { servers }, audience);
      };
      const timer = setInterval(() => {
        tell().catch((error: unknown) => context.log.debug({ error }, 'servers could not be told of'));
      }, READ_MS);
      return () => clearInterval(timer);
    },
  };
}
