import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { keepHomeless } from '../../homeless/follow-codes.ts';
import { listHomeless } from '../../homeless/list-codes.ts';
import { MOVE_HOMELESS, moveHomeless, startHomeless, zMoveHomeless } from '../../homeless/move-codes.ts';
import { refreshHosts } from '../../homeless/refresh-hosts.ts';
import { homelessTargets, tryHomeless } from '../../homeless/try-move.ts';
import {
  homelessCall,
  homelessTargetsCall,
  moveHomelessCall,
  ownHomelessCall,
  tryHomelessCall,
} from './calls.ts';

const READ = 'domain.homeless:read';
const READ_ALL = 'domain.homeless:read_all';
const MOVE = 'domain.homeless:move';

/** Mounts codes whose domain does not work, for their owners and for operators; docs/http.md, "Codes without a domain". */
export async function mountHomeless(context: PluginContext): Promise<void> {
  await keepHomeless(context);
  // What a domain is for is told with its codes.
  context.hooks.after('domain.domain.update', async ({ row }) => {
    await refreshHosts(context, [String(row?.name ?? '')]);
  });
  context.operations.define(MOVE_HOMELESS, {
    input: zMoveHomeless,
    run: (run) => moveHomeless(context, run),
  });
  context.call(homelessCall, (query) => listHomeless(context, query, undefined));
  context.call(ownHomelessCall, (query, { caller }) => listHomeless(context, query, caller.id));
  context.call(homelessTargetsCall, ({ own, search, ...wish }, request) =>
    homelessTargets(context, { wish, owner: ownerOf(request, own) }, search),
  );
  context.call(tryHomelessCall, ({ own, to, ...wish }, request) =>
    tryHomeless(context, { wish, owner: ownerOf(request, own) }, to),
  );
  context.call(moveHomelessCall, ({ own, to, ...wish }, request) =>
    startHomeless(context, { meant: { wish, owner: ownerOf(request, own) }, to }, request),
  );
  context.menu(
    {
      route: 'nodomain',
      parent: 'domains',
      sort: 74,
      icon: 'find-replace',
      hiddenFor: READ_ALL,
      roles: ['agent', 'customer'],
    },
    READ,
    [MOVE],
  );
  context.menu(
    {
      route: 'no_domain_name',
      parent: 'domains',
      sort: 72,
      icon: 'interaction',
      roles: ['administrator'],
    },
    READ_ALL,
    [MOVE],
  );
}

/** Whose codes somebody may mean; undefined: anybody's. */
function ownerOf({ caller }: SignedRequest, isOwn = false): string | undefined {
  const seesAll = caller.isSuper || caller.permissions.has(READ_ALL);
  return seesAll && !isOwn ? undefined : caller.id;
}
