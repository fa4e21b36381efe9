import { errors } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { findDomain } from '../../domains/stored.ts';
import { beginTakeOver, planTakeOver } from '../../reserve/begin.ts';
import { cancelTakeOver, goBack, planBack } from '../../reserve/go-back.ts';
import {
  addPlatformSpare,
  addSpare,
  putFirst,
  removeSpare,
  spareCandidates,
} from '../../reserve/keep-spares.ts';
import type { ReadSettings } from '../../settings.ts';
import {
  addSpareCall,
  beginTakeOverCall,
  cancelTakeOverCall,
  goBackCall,
  keepSpareCall,
  planBackCall,
  planTakeOverCall,
  putFirstCall,
  removeSpareCall,
  spareCandidatesCall,
} from './calls.ts';
import { spareResource } from './resource.ts';
import { bindSpares, bindTakeOvers } from './service.ts';
import { takeOverResource } from './take-over.ts';

const BUTTONS = [
  ...['add_spare', 'remove_spare', 'arrange_spares'].map((verb) => `domain.spare:${verb}`),
  ...['read', 'take_over', 'go_back', 'stop_take_over'].map((verb) => `domain.take_over:${verb}`),
];

/** Mounts the reserve: spare domains, and what they took over; docs/http.md, "The reserve". */
export function mountHold(context: PluginContext, readSettings: ReadSettings): void {
  context.resource(spareResource, bindSpares(context));
  context.resource(takeOverResource, bindTakeOvers(context));
  mountSpares(context);
  context.call(planTakeOverCall, ({ id }, request) => planTakeOver(context, id, request));
  context.call(beginTakeOverCall, ({ id, spare }, request) =>
    beginTakeOver(context, { id, spare, readSettings }, request),
  );
  context.call(planBackCall, ({ id }) => planBack(context, id));
  context.call(goBackCall, ({ id }, request) => goBack(context, id, request));
  context.call(cancelTakeOverCall, ({ id }, request) => cancelTakeOver(context, id, request));
  context.menu(
    {
      route: 'hold_domain',
      parent: 'domains',
      sort: 76,
      icon: 'sync',
      roles: ['administrator'],
    },
    'domain.spare:read',
    BUTTONS,
  );
}

function mountSpares(context: PluginContext): void {
  context.call(spareCandidatesCall, async ({ search }) => ({
    domains: (await spareCandidates(context, search)).map(({ _id, shown, type }) => ({
      id: String(_id),
      shown,
      type,
    })),
  }));
  context.call(addSpareCall, ({ id }, request) => addPlatformSpare(context, id, request));
  context.call(removeSpareCall, ({ id }, request) => removeSpare(context, id, request));
  context.call(putFirstCall, ({ id }, request) => putFirst(context, id, request));
  context.call(keepSpareCall, async ({ id, is_spare }, request) => {
    const row = await findDomain(context, id, request);
    // Whose codes would move to it is the owner's to say, whoever sees the domain.
    if (row.owner !== request.caller.id) throw errors.notFound.create();
    if (is_spare) await addSpare(context, row, request);
    else await removeSpare(context, id, request);
    return null;
  });
}
