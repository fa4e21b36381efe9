import { MESSAGE_KIND_POINT } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { pingServers } from '../../machines/ping-servers.ts';
import { tellServers } from '../../machines/tell-servers.ts';
import { SERVERS_TOPIC } from '../../machines/values.ts';
import {
  serverCheckCall,
  serverConfirmCall,
  serverLookCall,
  serverPingCall,
  serverSwitchCall,
} from './calls.ts';
import { server } from './resource.ts';
import { bindServers, check, confirm, look, ping } from './service.ts';

/** Mounts the list of servers, and the looks at them. No role has it at first: who reaches machines is chosen by hand. */
export async function mountServers(context: PlatformContext): Promise<void> {
  context.resource(server, bindServers(context));
  context.menu(
    { route: 'server_list', parent: 'operations', sort: 39, icon: 'command' },
    'system.server:read',
    [...['create', 'update', 'delete', 'check', 'confirm'].map((verb) => `system.server:${verb}`)],
  );
  context.call(serverSwitchCall, () => ({ is_on: context.installation.hasMachines() }));
  context.call(serverPingCall, (body) => ping(context, body));
  context.call(serverLookCall, (body, request) => look(context, body, request));
  context.call(serverConfirmCall, (body, request) => confirm(context, body, request));
  context.call(serverCheckCall, (body) => check(context, body));
  const told = { title: 'system.server.messages', words: 'system.server' };
  // Where nobody has servers nobody chooses where to hear of them.
  if (context.installation.hasMachines())
    context.points.contribute(MESSAGE_KIND_POINT, '^1', 'system.servers', told);
  context.realtime.topic(SERVERS_TOPIC, tellServers(context));
  await pingServers(context);
}
