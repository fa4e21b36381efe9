import { type PluginContext, VISITS_UNACCOUNTED_EVENT, type VisitsUnaccounted } from '@waypost/sdk';
import { tellAdministrators, type WrittenNotice } from './notices.ts';

/** Tells administrators of answered visits that are not in the statistics and do not come by themselves. */
export function mountVisitNotices(context: PluginContext): void {
  context.events.on(VISITS_UNACCOUNTED_EVENT, async (payload) => {
    await tellAdministrators(context, visitsNotice(payload as VisitsUnaccounted, context.clock.date()));
  });
}

/** What the message of missing visits says, and what it is told once for. */
export function visitsNotice({ visits, differences }: VisitsUnaccounted, now: Date): WrittenNotice {
  // Once a day for the same number: it is told again after each start of the server.
  const day = now.toISOString().slice(0, 10);
  return {
    notice: {
      kind: visits > 0 ? 'visits_unaccounted' : 'visits_differ',
      params: { visits: String(visits), differences: String(differences) },
    },
    written: {
      title: 'visits',
      content: `unaccounted: ${visits}, differences: ${differences}`,
      occasion: `visits ${visits} ${differences} ${day}`,
    },
  };
}
